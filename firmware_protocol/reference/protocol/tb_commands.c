#include "tb_commands.h"

#include <string.h>

#include "tb_codec.h"

uint8_t tb_refusal_of(const tb_message_t *command, uint16_t capabilities, uint8_t state, bool permitted, bool busy)
{
    tb_layout_t layout;

    if (!tb_layout_of(command->id, &layout) || (layout.capability & capabilities) == 0)
        return TB_NAK_REASON_NO_CAPABILITY;
    if (!permitted)
        return TB_NAK_REASON_NOT_PERMITTED;
    if (((uint16_t)(1u << state) & layout.states) == 0)
        return TB_NAK_REASON_WRONG_STATE;
    return busy ? TB_NAK_REASON_BUSY : TB_ACCEPTED;
}

/* `count` where there is none */
static uint8_t number_of(const tb_commands_t *commands, uint8_t sequence)
{
    uint8_t number = 0;

    while (number < commands->count && commands->answered[number].sequence != sequence)
        number++;
    return number;
}

static void forget(tb_commands_t *commands, uint8_t number)
{
    commands->count--;
    memmove(&commands->answered[number], &commands->answered[number + 1],
            (size_t)(commands->count - number) * sizeof commands->answered[0]);
}

/* What a command asks for, apart from its number. Every command fits: TB_COMMAND_PAYLOAD_MAX is the longest one's. */
static uint8_t deed_of(const tb_message_t *command, uint8_t *payload)
{
    uint8_t whole[TB_PAYLOAD_MAX];
    uint8_t size;

    (void)tb_message_write(command, whole, &size);
    memcpy(payload, whole, size);
    return size;
}

bool tb_commands_known(const tb_commands_t *commands, const tb_message_t *command, uint8_t sequence, uint8_t *answer)
{
    uint8_t payload[TB_COMMAND_PAYLOAD_MAX];
    uint8_t size = deed_of(command, payload);
    uint8_t number = number_of(commands, sequence);
    const tb_answered_t *known = &commands->answered[number];

    if (number == commands->count || known->id != command->id || known->size != size
        || memcmp(known->payload, payload, size) != 0)
        return false;
    *answer = known->answer;
    return true;
}

void tb_commands_remember(tb_commands_t *commands, const tb_message_t *command, uint8_t sequence, uint8_t answer,
                          uint32_t now_ms)
{
    tb_answered_t *latest;
    uint8_t number = number_of(commands, sequence);

    if (number < commands->count)
        forget(commands, number);
    else if (commands->count == TB_COMMANDS_REMEMBERED)
        forget(commands, 0);
    latest = &commands->answered[commands->count++];
    latest->sequence = sequence;
    latest->id = command->id;
    latest->size = deed_of(command, latest->payload);
    latest->answer = answer;
    latest->at_ms = now_ms;
}

void tb_commands_forget_old(tb_commands_t *commands, uint32_t now_ms)
{
    while (commands->count > 0 && now_ms - commands->answered[0].at_ms > TB_COMMAND_MEMORY_MS)
        forget(commands, 0);
}
