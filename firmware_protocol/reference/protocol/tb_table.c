#include "tb_table.h"

#include <string.h>

#include "bsp.h"

static void tell_state(tb_table_t *table, uint32_t now_ms)
{
    tb_message_t report;

    report.id = TB_ID_STATE_CHANGED;
    report.as.state_changed.state = table->state;
    report.as.state_changed.tile_set = table->tile_set;
    (void)tb_table_report(table, &report, now_ms);
}

static void tell_mode(tb_table_t *table, uint8_t tiles, uint8_t applies, uint32_t now_ms)
{
    tb_message_t report;

    report.id = TB_ID_TILE_COUNT_MODE;
    report.as.tile_count_mode.tiles = tiles;
    report.as.tile_count_mode.applies = applies;
    (void)tb_table_report(table, &report, now_ms);
}

static void tell_abilities(tb_table_t *table, uint32_t now_ms)
{
    tb_message_t report;

    memset(&report, 0, sizeof report);
    report.id = TB_ID_ABILITIES;
    bsp_abilities(&report.as.abilities);
    (void)tb_table_report(table, &report, now_ms);
}

/* Puts the moment into a report: every report begins with `at_ms`, which a test holds. */
static void stamp(tb_message_t *report, uint32_t at_ms)
{
    memcpy(&report->as, &at_ms, sizeof at_ms);
}

bool tb_table_report(tb_table_t *table, tb_message_t *report, uint32_t now_ms)
{
    tb_layout_t layout;

    if (!tb_layout_of(report->id, &layout) || !layout.is_report)
        return false;
    if ((layout.capability & table->session.capabilities) != layout.capability)
        return false;
    stamp(report, now_ms);
    return tb_session_report(&table->session, report, now_ms);
}

/* ---------------------------------------------------------------------------------------------------------- states */

bool tb_table_may_become(const tb_table_t *table, uint8_t state)
{
    uint16_t next;

    tb_flash_copy(&next, &tb_next_states[table->state], sizeof next);
    return state < 16u && ((uint16_t)(1u << state) & next) != 0;
}

bool tb_table_became(tb_table_t *table, uint8_t state, uint32_t now_ms)
{
    if (!tb_table_may_become(table, state))
        return false;
    if (state == TB_TABLE_STATE_FAULT)
        table->state_before = table->state;
    table->state = state;
    tell_state(table, now_ms);
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- faults */

static uint8_t fault_number(const tb_table_t *table, uint8_t code)
{
    uint8_t number = 0;

    while (number < table->fault_count && table->faults[number].code != code)
        number++;
    return number; /* fault_count where it is not active */
}

bool tb_table_has_fault(const tb_table_t *table, uint8_t code)
{
    return fault_number(table, code) < table->fault_count;
}

static bool is_stopped(const tb_table_t *table)
{
    uint8_t number;

    for (number = 0; number < table->fault_count; number++) {
        if (table->faults[number].stops)
            return true;
    }
    return false;
}

static void tell_fault(tb_table_t *table, uint8_t code, bool active, uint32_t at_ms, uint32_t now_ms)
{
    tb_message_t report;

    report.id = TB_ID_FAULT;
    report.as.fault.at_ms = at_ms;
    report.as.fault.code = code;
    report.as.fault.active = active;
    (void)tb_session_report(&table->session, &report, now_ms);
}

bool tb_table_fault(tb_table_t *table, uint8_t code, bool active, bool stops, uint32_t now_ms)
{
    uint8_t number = fault_number(table, code);

    if (active == (number < table->fault_count))
        return true;
    if (active) {
        if (table->fault_count == TB_FAULTS_TOLD_MAX)
            return false;
        table->faults[number].code = code;
        table->faults[number].stops = stops;
        table->faults[number].at_ms = now_ms;
        table->fault_count++;
    } else {
        table->fault_count--;
        memmove(&table->faults[number], &table->faults[number + 1],
                (size_t)(table->fault_count - number) * sizeof table->faults[0]);
    }
    tell_fault(table, code, active, now_ms, now_ms);
    if (is_stopped(table) && table->state != TB_TABLE_STATE_FAULT)
        (void)tb_table_became(table, TB_TABLE_STATE_FAULT, now_ms);
    else if (!is_stopped(table) && table->state == TB_TABLE_STATE_FAULT)
        (void)tb_table_became(table, table->state_before, now_ms);
    return true;
}

void tb_table_after_fault(tb_table_t *table, uint8_t state)
{
    table->state_before = state;
}

/* -------------------------------------------------------------------------------------------------------- the mode */

void tb_table_mode(tb_table_t *table, uint8_t tiles, uint32_t now_ms)
{
    table->tiles_next = tiles;
    tell_mode(table, tiles, TB_MODE_APPLIES_NEXT_SET, now_ms);
}

void tb_table_set_complete(tb_table_t *table, uint32_t now_ms)
{
    tb_message_t report;
    bool changed = table->tiles_now != table->tiles_next;

    table->tiles_now = table->tiles_next;
    report.id = TB_ID_SET_COMPLETE;
    report.as.set_complete.tiles = table->tiles_now;
    report.as.set_complete.tile_set = table->tile_set;
    if (changed)
        tell_mode(table, table->tiles_now, TB_MODE_APPLIES_NOW, now_ms);
    (void)tb_table_report(table, &report, now_ms);
}

/* -------------------------------------------------------------------------------------------------------- the host */

/* What a host that has just come must know: what the table has, how many tiles, its state, and what is wrong. */
static void greet(tb_table_t *table, uint32_t now_ms)
{
    uint8_t number;

    tell_abilities(table, now_ms);
    tell_mode(table, table->tiles_now, TB_MODE_APPLIES_NOW, now_ms);
    if (table->tiles_next != table->tiles_now)
        tell_mode(table, table->tiles_next, TB_MODE_APPLIES_NEXT_SET, now_ms);
    tell_state(table, now_ms);
    for (number = 0; number < table->fault_count; number++)
        tell_fault(table, table->faults[number].code, true, table->faults[number].at_ms, now_ms);
}

static bool is_a_mode(uint8_t tiles)
{
    tb_abilities_t abilities;
    uint8_t number;

    memset(&abilities, 0, sizeof abilities);
    bsp_abilities(&abilities);
    for (number = 0; number < abilities.tile_counts_count; number++) {
        if (abilities.tile_counts[number] == tiles)
            return true;
    }
    return false;
}

static void on_command(tb_table_t *table, const tb_event_t *event, uint32_t now_ms)
{
    const tb_message_t *command = &event->message;
    uint8_t answer = tb_refusal_of(command, table->session.capabilities, table->state, bsp_host_may_command(),
                                   bsp_is_busy(command->id));

    if (answer == TB_ACCEPTED && command->id == TB_ID_SET_MODE && !is_a_mode(command->as.set_mode.tiles))
        answer = TB_NAK_REASON_BAD_CONTENT;
    tb_session_answer(&table->session, event, answer, now_ms);
    if (answer != TB_ACCEPTED)
        return;
    if (command->id == TB_ID_SET_MODE)
        tb_table_mode(table, command->as.set_mode.tiles, now_ms);
    else
        bsp_carry_out(table, command, now_ms);
}

void tb_table_start(tb_table_t *table, uint32_t now_ms)
{
    memset(table, 0, sizeof *table);
    table->state = TB_START_STATE;
    table->state_before = TB_START_STATE;
    tb_session_start(&table->session, bsp_send, now_ms);
}

void tb_table_turn(tb_table_t *table, uint32_t now_ms)
{
    tb_event_t event;
    uint8_t byte;

    while (bsp_receive(&byte)) {
        tb_session_receive(&table->session, byte, now_ms, &event);
        if (event.kind == TB_EVENT_HOST_ARRIVED)
            greet(table, now_ms);
        else if (event.kind == TB_EVENT_COMMAND)
            on_command(table, &event, now_ms);
    }
    table->given_up = (uint16_t)(table->given_up + tb_session_tick(&table->session, now_ms));
}
