#include "bench_machine.h"

#include <string.h>

#include "bench.h"
#include "tb_dead_wall.h"

#define SEATS 4u

static struct {
    uint32_t since_ms; /* since when the machine does what it does */
    uint8_t to_lift;   /* sides that are still to come up, a bit each */
    uint8_t raised;    /* sides that are up */
    uint8_t roll_seat; /* a throw is rolling for this port; 0: none */
    uint8_t roll_purpose;
} machine;

static uint8_t stacks_of(uint8_t tiles, uint8_t side)
{
    uint8_t stacks = (uint8_t)(tiles / 2u);

    /* What does not go into four goes to the first sides: 54 stacks are 14, 14, 13, 13. */
    return (uint8_t)(stacks / SEATS + (side < stacks % SEATS ? 1u : 0u));
}

static void begin(uint32_t now_ms)
{
    machine.since_ms = now_ms;
}

void machine_start(void)
{
    memset(&machine, 0, sizeof machine);
}

bool machine_lifts(void)
{
    return machine.to_lift != 0;
}

bool machine_rolls(void)
{
    return machine.roll_seat != 0;
}

void machine_shuffle(tb_table_t *table, uint32_t now_ms)
{
    machine.to_lift = 0;
    machine.raised = 0;
    if (table->state == TB_TABLE_STATE_SHUFFLING || tb_table_became(table, TB_TABLE_STATE_SHUFFLING, now_ms))
        begin(now_ms);
}

void machine_lift(uint8_t sides, uint32_t now_ms)
{
    machine.to_lift = (uint8_t)(sides & MACHINE_ALL_SIDES & (uint8_t)~machine.raised);
    begin(now_ms);
}

void machine_roll(tb_table_t *table, uint8_t purpose, uint8_t seat, uint32_t now_ms)
{
    machine.roll_seat = seat;
    machine.roll_purpose = purpose;
    if (table->state == TB_TABLE_STATE_RAISED)
        (void)tb_table_became(table, TB_TABLE_STATE_DICE, now_ms);
    begin(now_ms);
}

static void wall_is_up(tb_table_t *table, uint8_t side, uint32_t now_ms)
{
    tb_message_t report;

    report.id = TB_ID_WALL_RAISED;
    report.as.wall_raised.side = (uint8_t)(TB_PORT_A + side);
    report.as.wall_raised.stacks = stacks_of(table->tiles_now, side);
    (void)tb_table_report(table, &report, now_ms);
    machine.to_lift = (uint8_t)(machine.to_lift & (uint8_t)~(1u << side));
    machine.raised = (uint8_t)(machine.raised | (uint8_t)(1u << side));
    if (machine.raised == MACHINE_ALL_SIDES)
        (void)tb_table_became(table, TB_TABLE_STATE_RAISED, now_ms);
    begin(now_ms);
}

static void tell_dead_wall(tb_table_t *table, uint8_t total, uint32_t now_ms)
{
    tb_message_t report;
    uint8_t stacks[SEATS];
    uint8_t side;

    if (table->tiles_now != 136) /* other sets are played by rules without an indicator */
        return;
    for (side = 0; side < SEATS; side++)
        stacks[side] = stacks_of(table->tiles_now, side);
    memset(&report, 0, sizeof report);
    report.id = TB_ID_DEAD_WALL;
    tb_dead_wall_of(machine.roll_seat, total, stacks, &report.as.dead_wall);
    (void)tb_table_report(table, &report, now_ms);
}

static void dice_lie_still(tb_table_t *table, uint32_t now_ms)
{
    tb_message_t report;
    bool breaks_wall = machine.roll_purpose == TB_DICE_PURPOSE_WALL_BREAK && table->state == TB_TABLE_STATE_DICE;

    report.id = TB_ID_DICE;
    report.as.dice.purpose = machine.roll_purpose;
    report.as.dice.seat = machine.roll_seat;
    report.as.dice.values_count = 2;
    report.as.dice.values[0] = bench_die();
    report.as.dice.values[1] = bench_die();
    (void)tb_table_report(table, &report, now_ms);
    if (breaks_wall) {
        tell_dead_wall(table, (uint8_t)(report.as.dice.values[0] + report.as.dice.values[1]), now_ms);
        (void)tb_table_became(table, TB_TABLE_STATE_PLAYING, now_ms);
    }
    machine.roll_seat = 0;
}

static void count(tb_table_t *table, bool tile_missing, uint32_t now_ms)
{
    if (tile_missing) {
        (void)tb_table_fault(table, TB_FAULT_CODE_TILE_MISSING, true, true, now_ms);
        return;
    }
    tb_table_set_complete(table, now_ms);
    (void)tb_table_became(table, TB_TABLE_STATE_BUILT, now_ms);
}

void machine_work(tb_table_t *table, bool tile_missing, uint32_t now_ms)
{
    uint32_t passed_ms = now_ms - machine.since_ms;
    uint8_t side = 0;

    if (table->state == TB_TABLE_STATE_FAULT) {
        begin(now_ms); /* stands still, and takes its whole time again afterwards */
    } else if (machine_rolls()) {
        if (passed_ms >= BENCH_ROLL_MS)
            dice_lie_still(table, now_ms);
    } else if (machine_lifts()) {
        while ((machine.to_lift >> side & 1u) == 0)
            side++;
        if (passed_ms >= BENCH_LIFT_MS)
            wall_is_up(table, side, now_ms);
    } else if (table->state == TB_TABLE_STATE_SHUFFLING && passed_ms >= BENCH_SHUFFLE_MS) {
        count(table, tile_missing, now_ms);
    }
}

void machine_stop_roll(void)
{
    machine.roll_seat = 0;
}
