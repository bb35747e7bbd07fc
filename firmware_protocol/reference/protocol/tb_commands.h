/* Commands of the host: whether they may be carried out, and how they were answered, in case they come again. */
#ifndef TB_COMMANDS_H
#define TB_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "tb_messages.h"

/* Commands whose answer is remembered; at most 255. */
#ifndef TB_COMMANDS_REMEMBERED
#define TB_COMMANDS_REMEMBERED 8
#endif

#define TB_ACCEPTED 0 /* beside the reasons TB_NAK_REASON_…: the command is carried out */

typedef struct {
    uint8_t sequence;
    uint8_t id;
    uint8_t size;
    uint8_t payload[TB_COMMAND_PAYLOAD_MAX];
    uint8_t answer; /* TB_ACCEPTED or a reason */
    uint32_t at_ms;
} tb_answered_t;

/* All zero is its start. */
typedef struct {
    uint8_t count; /* oldest first */
    tb_answered_t answered[TB_COMMANDS_REMEMBERED];
} tb_commands_t;

/* TB_ACCEPTED, or why a table with these capabilities and in this state refuses the command: the checks in the order
 * of the specification. */
uint8_t tb_refusal_of(const tb_message_t *command, uint16_t capabilities, uint8_t state, bool permitted, bool busy);

/* Whether this very command was answered under this number less than TB_COMMAND_MEMORY_MS ago, and how. */
bool tb_commands_known(const tb_commands_t *commands, const tb_message_t *command, uint8_t sequence, uint8_t *answer);

/* Keeps an answer; the oldest makes room. */
void tb_commands_remember(tb_commands_t *commands, const tb_message_t *command, uint8_t sequence, uint8_t answer,
                          uint32_t now_ms);

/* Lets time pass. */
void tb_commands_forget_old(tb_commands_t *commands, uint32_t now_ms);

#endif
