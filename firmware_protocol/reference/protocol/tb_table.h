/* The table: its state machine, its faults, its reports and the commands it takes. What a board's own program calls.
 *
 * Nothing here moves a motor. The board says what has happened, and the table tells the host; the host asks for
 * something, and the table asks the board for it when it may be done.
 */
#ifndef TB_TABLE_H
#define TB_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "tb_messages.h"
#include "tb_session.h"

#define TB_FAULTS_TOLD_MAX 8 /* active faults that a new host is told of */

typedef struct {
    uint8_t code;
    bool stops; /* it keeps the machine in the state fault */
    uint32_t at_ms;
} tb_active_fault_t;

typedef struct {
    tb_session_t session;
    uint8_t state;        /* TB_TABLE_STATE_… */
    uint8_t state_before; /* a fault stopped the machine */
    uint8_t tile_set;     /* on the cloth or next to come up: 1 or 2; 0 where there is one */
    uint8_t tiles_now;    /* of the set on the cloth, or inside */
    uint8_t tiles_next;   /* of the next set built */
    uint8_t fault_count;
    uint16_t given_up; /* reports that no host acknowledged */
    tb_active_fault_t faults[TB_FAULTS_TOLD_MAX];
} tb_table_t;

/* Power-on: says hello. Fill in `tile_set`, `tiles_now` and `tiles_next` afterwards. */
void tb_table_start(tb_table_t *table, uint32_t now_ms);

/* One turn of the main loop: takes what has come, and lets time pass. */
void tb_table_turn(tb_table_t *table, uint32_t now_ms);

/* Tells the host what happened, now. `at_ms` of the report is filled in. False, and nothing is sent, where the table's
 * hello does not have the capability for it, a field is out of range, or has a value that the host's minor version does
 * not know. */
bool tb_table_report(tb_table_t *table, tb_message_t *report, uint32_t now_ms);

/* Whether the machine may go from its state to this one. */
bool tb_table_may_become(const tb_table_t *table, uint8_t state);

/* The machine went on to another state. False, and nothing changes, where no transition leads there: the board's
 * program and the specification disagree. */
bool tb_table_became(tb_table_t *table, uint8_t state, uint32_t now_ms);

/* A fault appeared or is gone. Said twice, it is told once. `stops`: the machine stands still until it is gone; then
 * it is in the state in which it was. False where too many faults are active at once. */
bool tb_table_fault(tb_table_t *table, uint8_t code, bool active, bool stops, uint32_t now_ms);

/* Whether this fault is active. */
bool tb_table_has_fault(const tb_table_t *table, uint8_t code);

/* The machine is, after a fault, not where it was before: say so before the last fault goes. */
void tb_table_after_fault(tb_table_t *table, uint8_t state);

/* The next set has so many tiles. */
void tb_table_mode(tb_table_t *table, uint8_t tiles, uint32_t now_ms);

/* A new set is counted: the mode for it holds now. */
void tb_table_set_complete(tb_table_t *table, uint32_t now_ms);

#endif
