/* Board support: what the portable part needs of a board. A port to another board is one file that has these.
 *
 * Names beginning with bsp_ are the board's; everything else in protocol/ stays as it is.
 */
#ifndef BSP_H
#define BSP_H

#include <stdbool.h>
#include <stdint.h>

#include "tb_table.h"

/* ---- the line and the clock ---- */

/* Milliseconds since power-on; goes round after 49.7 days. */
uint32_t bsp_now_ms(void);

/* The next byte from the host, or false when none has come. Never waits. Received bytes must be kept while the main
 * loop is busy: at least 64 of them, more if a turn of the loop can take longer than 5 ms. */
bool bsp_receive(uint8_t *byte);

/* Sends all the bytes, 115200 baud 8N1; may wait for room. */
void bsp_send(const uint8_t *bytes, uint8_t size);

/* ---- who the table is (bsp_hello is in tb_session.h) ---- */

/* What the table has; asked for only where the capability `abilities` is in the hello, or a mode is to be set.
 * `at_ms` is filled in by the caller. */
void bsp_abilities(tb_abilities_t *abilities);

/* ---- commands of a host ---- */

/* Whether the table's own switch or menu lets hosts command. */
bool bsp_host_may_command(void);

/* Whether the machine is still at work on something that keeps it from this command. */
bool bsp_is_busy(uint8_t command_id);

/* Begins what an accepted command asks for; returns at once. What comes of it is reported when it happens. set_mode
 * does not come here: the table keeps the mode. */
void bsp_carry_out(tb_table_t *table, const tb_message_t *command, uint32_t now_ms);

/* ---- the machine: called by main.c only ---- */

/* Clocks, ports, interrupts. */
void bsp_start(void);

/* After power-on: the modes of the table, the self-test. */
void bsp_machine_start(tb_table_t *table, uint32_t now_ms);

/* One turn of the main loop: looks at buttons and sensors, moves on, and reports through tb_table_… */
void bsp_machine_turn(tb_table_t *table, uint32_t now_ms);

/* False when the program shall end: only where there is something to return to. */
bool bsp_is_on(void);

#endif
