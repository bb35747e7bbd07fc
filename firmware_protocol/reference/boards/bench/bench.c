#include "bench.h"

#include <string.h>

#include "bench_machine.h"
#include "bsp.h"

#define SEATS 4u
#define DEBOUNCE_MS 20u
#define BLINK_MS 250u

static const uint8_t tile_counts[] TB_FLASH = {108, 112, 136, 144, 148};
static const char vendor[] TB_FLASH = "Tablebridge";
static const char model[] TB_FLASH = "Bench";
static const char version[] TB_FLASH = "1.0.0";
static const char serial_number[] TB_FLASH = "BT-0001";

static struct {
    uint16_t switches;  /* after debouncing */
    uint16_t unsteady;  /* as read last */
    uint32_t steady_ms; /* since when they read so */
    uint8_t lamp_modes[SEATS];
} bench;

static bool is_on(uint8_t number)
{
    return (bench.switches >> number & 1u) != 0;
}

/* --------------------------------------------------------------------------------------------------- who it is */

void bsp_hello(tb_hello_t *hello)
{
    hello->capabilities = TB_CAPABILITY_WALL_SIDES | TB_CAPABILITY_DICE | TB_CAPABILITY_DEAD_WALL
        | TB_CAPABILITY_BUTTONS | TB_CAPABILITY_TILE_COUNT_MODES | TB_CAPABILITY_RESENDS | TB_CAPABILITY_STATES
        | TB_CAPABILITY_ABILITIES | TB_CAPABILITY_CAN_RAISE_WALLS | TB_CAPABILITY_CAN_ROLL_DICE
        | TB_CAPABILITY_CAN_SET_MODE | TB_CAPABILITY_CAN_SET_LAMP;
    tb_flash_copy(hello->vendor, vendor, sizeof vendor);
    tb_flash_copy(hello->model, model, sizeof model);
    tb_flash_copy(hello->firmware, version, sizeof version);
    tb_flash_copy(hello->serial_number, serial_number, sizeof serial_number);
}

void bsp_abilities(tb_abilities_t *abilities)
{
    abilities->dice = 2;
    abilities->tile_sets = 1;
    abilities->tile_counts_count = sizeof tile_counts;
    tb_flash_copy(abilities->tile_counts, tile_counts, sizeof tile_counts);
}

/* ------------------------------------------------------------------------------------------- commands of a host */

bool bsp_host_may_command(void)
{
    return !is_on(BENCH_LOCK);
}

bool bsp_is_busy(uint8_t command_id)
{
    bool moves = command_id == TB_ID_RAISE_WALLS || command_id == TB_ID_ROLL_DICE;

    return moves && (machine_lifts() || machine_rolls());
}

void bsp_carry_out(tb_table_t *table, const tb_message_t *command, uint32_t now_ms)
{
    switch (command->id) {
    case TB_ID_RAISE_WALLS:
        machine_lift(command->as.raise_walls.sides, now_ms);
        break;
    case TB_ID_ROLL_DICE:
        machine_roll(table, command->as.roll_dice.purpose, command->as.roll_dice.seat, now_ms);
        break;
    case TB_ID_SET_LAMP: /* one lamp a seat shines for all kinds */
        bench.lamp_modes[command->as.set_lamp.seat - TB_PORT_A] = command->as.set_lamp.mode;
        break;
    default: /* the others are not in the capabilities */
        break;
    }
}

static void shine(uint32_t now_ms)
{
    uint8_t seat;

    for (seat = 0; seat < SEATS; seat++) {
        bool dark_half = (now_ms / BLINK_MS) % 2u != 0;

        bench_lamp(seat, bench.lamp_modes[seat] == TB_LAMP_MODE_ON
                             || (bench.lamp_modes[seat] == TB_LAMP_MODE_BLINK && !dark_half));
    }
}

/* ------------------------------------------------------------------------------------------ buttons and sensors */

static void tell_button(tb_table_t *table, uint8_t port, uint8_t button, uint32_t now_ms)
{
    tb_message_t report;

    report.id = TB_ID_BUTTON;
    report.as.button.seat = port;
    report.as.button.button = button;
    (void)tb_table_report(table, &report, now_ms);
}

static void on_start(tb_table_t *table, uint32_t now_ms)
{
    tell_button(table, TB_PORT_A, TB_BUTTON_KIND_RAISE_WALLS, now_ms);
    if (table->state == TB_TABLE_STATE_IDLE)
        machine_shuffle(table, now_ms);
    else if (table->state == TB_TABLE_STATE_BUILT && !machine_lifts())
        machine_lift(MACHINE_ALL_SIDES, now_ms);
}

static void on_dice(tb_table_t *table, uint8_t port, uint32_t now_ms)
{
    bool breaks_wall = table->state == TB_TABLE_STATE_RAISED || table->state == TB_TABLE_STATE_DICE;
    bool rolls = breaks_wall || table->state == TB_TABLE_STATE_IDLE || table->state == TB_TABLE_STATE_PLAYING;

    tell_button(table, port, TB_BUTTON_KIND_THROW_DICE, now_ms);
    if (machine_rolls() || !rolls)
        return;
    machine_roll(table, breaks_wall ? TB_DICE_PURPOSE_WALL_BREAK : TB_DICE_PURPOSE_DEALER, port, now_ms);
}

static void on_cover_opened(tb_table_t *table, uint32_t now_ms)
{
    if (tb_table_may_become(table, TB_TABLE_STATE_CLOSING) && table->state != TB_TABLE_STATE_FAULT) {
        machine_stop_roll(); /* a hand is over, or called off */
        (void)tb_table_became(table, TB_TABLE_STATE_CLOSING, now_ms);
    } else if (tb_table_has_fault(table, TB_FAULT_CODE_TILE_MISSING)) {
        (void)tb_table_fault(table, TB_FAULT_CODE_COVER_REOPENED, true, true, now_ms);
    } else {
        (void)tb_table_fault(table, TB_FAULT_CODE_DOOR_OPEN, true, true, now_ms);
    }
}

static void on_cover_closed(tb_table_t *table, uint32_t now_ms)
{
    if (table->state == TB_TABLE_STATE_CLOSING) {
        machine_shuffle(table, now_ms);
        return;
    }
    (void)tb_table_fault(table, TB_FAULT_CODE_DOOR_OPEN, false, true, now_ms);
    (void)tb_table_fault(table, TB_FAULT_CODE_COVER_REOPENED, false, true, now_ms);
    (void)tb_table_fault(table, TB_FAULT_CODE_TILE_MISSING, false, true, now_ms); /* it counts again and will see */
}

static void on_switches(tb_table_t *table, uint16_t changed, uint32_t now_ms)
{
    uint8_t number;

    for (number = 0; number < BENCH_SWITCH_COUNT; number++) {
        bool on = is_on(number);

        if ((changed >> number & 1u) == 0)
            continue;
        if (number <= BENCH_DICE_D && on)
            on_dice(table, (uint8_t)(TB_PORT_A + number), now_ms);
        else if (number == BENCH_START && on)
            on_start(table, now_ms);
        else if (number == BENCH_COVER && on)
            on_cover_opened(table, now_ms);
        else if (number == BENCH_COVER)
            on_cover_closed(table, now_ms);
        else if (number == BENCH_JAM)
            (void)tb_table_fault(table, TB_FAULT_CODE_JAM, on, true, now_ms);
        else if (number == BENCH_SENSOR_DIRTY)
            (void)tb_table_fault(table, TB_FAULT_CODE_SENSOR_DIRTY, on, false, now_ms);
    }
}

static uint16_t steady_changes(uint32_t now_ms)
{
    uint16_t read = bench_switches();
    uint16_t changed;

    if (read != bench.unsteady) {
        bench.unsteady = read;
        bench.steady_ms = now_ms;
    }
    if (now_ms - bench.steady_ms < DEBOUNCE_MS)
        return 0;
    changed = bench.switches ^ read;
    bench.switches = read;
    return changed;
}

/* ------------------------------------------------------------------------------------------------ the main loop */

static void test_oneself(tb_table_t *table, uint32_t now_ms)
{
    static const uint8_t digits[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    tb_message_t report;
    bool passed = tb_crc16(digits, sizeof digits) == TB_CRC_CHECK;

    report.id = TB_ID_SELF_TEST;
    report.as.self_test.part = TB_TEST_PART_MEMORY;
    report.as.self_test.passed = passed;
    (void)tb_table_report(table, &report, now_ms);
    if (!passed)
        (void)tb_table_fault(table, TB_FAULT_CODE_SELF_TEST_FAILED, true, true, now_ms);
}

void bsp_machine_start(tb_table_t *table, uint32_t now_ms)
{
    memset(&bench, 0, sizeof bench);
    machine_start();
    table->tiles_now = 136;
    table->tiles_next = 136;
    test_oneself(table, now_ms);
}

void bsp_machine_turn(tb_table_t *table, uint32_t now_ms)
{
    uint16_t changed = steady_changes(now_ms);

    if (changed != 0)
        on_switches(table, changed, now_ms);
    machine_work(table, is_on(BENCH_TILE_MISSING), now_ms);
    shine(now_ms);
}
