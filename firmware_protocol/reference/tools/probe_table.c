/* The table for the probe, with a board that only remembers. Each line is answered by the bytes sent, as hex, the
 * result of the call, the state, and what the board was asked to do.
 *
 *   table power NOW CAPABILITIES        power-on
 *   table board PERMITTED BUSY          the board's answers from now on
 *   table state N                       puts the machine into a state, past all transitions
 *   table became NOW N                  tb_table_became, and so on
 *   table after N
 *   table report NOW ID HEX
 *   table fault NOW CODE ACTIVE STOPS
 *   table mode NOW TILES
 *   table complete NOW
 *   table turn NOW HEX                  a turn of the main loop, with bytes from the host
 */
#include <stdio.h>
#include <string.h>

#include "bsp.h"
#include "probe.h"

static tb_table_t table;
static unsigned permitted;
static unsigned busy;
static unsigned carried_out;
static bool nothing_sent;
static uint8_t incoming[4000];
static long incoming_size;
static long incoming_at;

void bsp_send(const uint8_t *wire, uint8_t size)
{
    nothing_sent = false;
    print_hex(wire, size);
}

bool bsp_receive(uint8_t *byte)
{
    if (incoming_at >= incoming_size)
        return false;
    *byte = incoming[incoming_at++];
    return true;
}

void bsp_abilities(tb_abilities_t *abilities)
{
    abilities->dice = 2;
    abilities->tile_sets = 1;
    abilities->tile_counts_count = 2;
    abilities->tile_counts[0] = 136;
    abilities->tile_counts[1] = 144;
}

bool bsp_host_may_command(void)
{
    return permitted != 0;
}

bool bsp_is_busy(uint8_t command_id)
{
    (void)command_id;
    return busy != 0;
}

void bsp_carry_out(tb_table_t *of, const tb_message_t *command, uint32_t now_ms)
{
    (void)of;
    (void)now_ms;
    carried_out = command->id;
}

static bool report(unsigned id, const char *hex, uint32_t now_ms)
{
    uint8_t payload[TB_PAYLOAD_MAX];
    tb_message_t message;
    tb_frame_t frame;
    long size = bytes_of(hex, payload, sizeof payload);

    frame.type = (uint8_t)id;
    frame.payload = payload;
    frame.length = (uint8_t)size;
    return size >= 0 && tb_message_read(&frame, &message) == TB_READ_MESSAGE
        && tb_table_report(&table, &message, now_ms);
}

/* -1 for a line that is not understood, else the result of the call. */
static int call(const char *line)
{
    unsigned long now_ms;
    unsigned a, b, c;
    int hex = 0;

    if (sscanf(line, "power %lu %u", &now_ms, &a) == 2) {
        set_capabilities((uint16_t)a);
        tb_table_start(&table, (uint32_t)now_ms);
        table.tiles_now = table.tiles_next = 136;
        return 1;
    }
    if (sscanf(line, "board %u %u", &permitted, &busy) == 2)
        return 1;
    if (sscanf(line, "state %u", &a) == 1) {
        table.state = (uint8_t)a;
        return 1;
    }
    if (sscanf(line, "became %lu %u", &now_ms, &a) == 2)
        return tb_table_became(&table, (uint8_t)a, (uint32_t)now_ms);
    if (sscanf(line, "after %u", &a) == 1) {
        tb_table_after_fault(&table, (uint8_t)a);
        return 1;
    }
    if (sscanf(line, "report %lu %x %n", &now_ms, &a, &hex) == 2 && hex > 0)
        return report(a, line + hex, (uint32_t)now_ms);
    if (sscanf(line, "fault %lu %u %u %u", &now_ms, &a, &b, &c) == 4)
        return tb_table_fault(&table, (uint8_t)a, b != 0, c != 0, (uint32_t)now_ms);
    if (sscanf(line, "mode %lu %u", &now_ms, &a) == 2) {
        tb_table_mode(&table, (uint8_t)a, (uint32_t)now_ms);
        return 1;
    }
    if (sscanf(line, "complete %lu", &now_ms) == 1) {
        tb_table_set_complete(&table, (uint32_t)now_ms);
        return 1;
    }
    if (sscanf(line, "turn %lu %n", &now_ms, &hex) == 1 && hex > 0) {
        incoming_size = bytes_of(line + hex, incoming, sizeof incoming);
        incoming_at = 0;
        tb_table_turn(&table, (uint32_t)now_ms);
        return 1;
    }
    return -1;
}

bool obey_table(const char *line)
{
    int result;

    if (strncmp(line, "table ", 6) != 0)
        return false;
    nothing_sent = true;
    carried_out = 0;
    result = call(line + 6);
    if (result < 0)
        return false;
    printf("%s result:%d state:%u carried_out:%02x", nothing_sent ? "-" : "", result, table.state, carried_out);
    return true;
}
