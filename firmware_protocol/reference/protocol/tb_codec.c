#include "tb_codec.h"

#include <string.h>

bool tb_layout_of(uint8_t id, tb_layout_t *layout)
{
    uint8_t number;

    for (number = 0; number < TB_MESSAGE_COUNT; number++) {
        tb_flash_copy(layout, &tb_layouts[number], sizeof *layout);
        if (layout->id == id)
            return true;
    }
    return false;
}

static tb_field_t field_of(const tb_layout_t *layout, uint8_t number)
{
    tb_field_t field;

    tb_flash_copy(&field, &tb_fields[layout->first_field + number], sizeof field);
    return field;
}

/* ------------------------------------------------------------------------------------------------- what is allowed */

/* Where in tb_choices a value is; the end of the field's own where it is none of them. */
static uint32_t choice_number(const tb_field_t *field, uint32_t value)
{
    uint32_t number;

    for (number = field->low; number < field->low + field->high; number++) {
        uint8_t choice;

        tb_flash_copy(&choice, &tb_choices[number], 1);
        if (choice == value)
            break;
    }
    return number;
}

/* The bits of a two's complement number as unsigned bits that keep its order. */
static uint32_t ordered(uint32_t value)
{
    return value ^ 0x80000000uL;
}

static uint32_t sign_extended(const tb_field_t *field, uint32_t value)
{
    uint32_t sign = (uint32_t)1 << (8u * field->width - 1u);

    return field->kind == TB_FIELD_INT ? (value ^ sign) - sign : value;
}

static bool is_allowed(const tb_field_t *field, uint32_t value)
{
    switch (field->kind) {
    case TB_FIELD_CHOICE:
        return choice_number(field, value) < field->low + field->high;
    case TB_FIELD_SWITCH:
        return value <= 1u;
    case TB_FIELD_FLAGS:
        return true;
    case TB_FIELD_INT:
        return ordered(value) >= ordered(field->low) && ordered(value) <= ordered(field->high);
    default: /* UINT, and the members of a LIST */
        return value >= field->low && value <= field->high;
    }
}

static bool are_allowed(const tb_field_t *field, const uint8_t *members, uint8_t count)
{
    uint8_t at;

    if (count < field->least || count > field->most)
        return false;
    for (at = 0; at < count; at++) {
        bool good = field->kind == TB_FIELD_TEXT ? members[at] >= 0x20u && members[at] <= 0x7Eu
                                                 : is_allowed(field, members[at]);
        if (!good)
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ numbers in the structs */

static uint32_t value_in(const tb_field_t *field, const uint8_t *member)
{
    uint16_t two;
    uint32_t four;

    switch (field->width) {
    case 1:
        return sign_extended(field, *member);
    case 2:
        memcpy(&two, member, sizeof two);
        return sign_extended(field, two);
    default:
        memcpy(&four, member, sizeof four);
        return four;
    }
}

static void set_value(const tb_field_t *field, uint8_t *member, uint32_t value)
{
    uint16_t two = (uint16_t)(value & 0xFFFFu);

    switch (field->width) {
    case 1:
        *member = (uint8_t)(value & 0xFFu);
        break;
    case 2:
        memcpy(member, &two, sizeof two);
        break;
    default:
        memcpy(member, &value, sizeof value);
        break;
    }
}

/* --------------------------------------------------------------------------------------------------------- reading */

typedef struct {
    const uint8_t *bytes;
    uint8_t left;
} source_t;

static bool take_number(source_t *from, uint8_t width, uint32_t *value)
{
    uint8_t at;

    if (from->left < width)
        return false;
    *value = 0;
    for (at = 0; at < width; at++)
        *value |= (uint32_t)from->bytes[at] << (8u * at);
    from->bytes += width;
    from->left = (uint8_t)(from->left - width);
    return true;
}

/* A text or a list: in the struct of a list the count is in front, a text has a zero behind it instead. */
static bool read_members(const tb_field_t *field, source_t *from, uint8_t *member)
{
    uint32_t number;
    uint8_t count;

    if (!take_number(from, 1, &number) || number > from->left)
        return false;
    count = (uint8_t)number;
    if (!are_allowed(field, from->bytes, count))
        return false;
    if (field->kind == TB_FIELD_LIST)
        *member++ = count;
    else
        member[count] = 0;
    memcpy(member, from->bytes, count);
    from->bytes += count;
    from->left = (uint8_t)(from->left - count);
    return true;
}

static bool read_field(const tb_field_t *field, source_t *from, uint8_t *member)
{
    uint32_t value;

    if (field->kind == TB_FIELD_TEXT || field->kind == TB_FIELD_LIST)
        return read_members(field, from, member);
    if (!take_number(from, field->width, &value))
        return false;
    value = sign_extended(field, value);
    set_value(field, member, value);
    return is_allowed(field, value);
}

tb_read_t tb_message_read(const tb_frame_t *frame, tb_message_t *message)
{
    source_t from;
    tb_layout_t layout;
    uint8_t number;

    if (!tb_layout_of(frame->type, &layout))
        return TB_READ_UNKNOWN_TYPE;
    from.bytes = frame->payload;
    from.left = frame->length;
    memset(message, 0, sizeof *message);
    message->id = frame->type;
    for (number = 0; number < layout.field_count; number++) {
        tb_field_t field = field_of(&layout, number);

        if (field.later && from.left == 0)
            break; /* an older sender: this one and those behind it are zero, as they are already */
        if (!read_field(&field, &from, (uint8_t *)&message->as + field.offset))
            return TB_READ_BAD_CONTENT;
    }
    return TB_READ_MESSAGE;
}

/* --------------------------------------------------------------------------------------------------------- writing */

static bool write_members(const tb_field_t *field, const uint8_t *member, uint8_t *payload, uint8_t *size)
{
    uint8_t count;

    if (field->kind == TB_FIELD_LIST) {
        count = *member++;
    } else {
        const uint8_t *end = memchr(member, 0, (size_t)field->most + 1u);

        if (end == NULL)
            return false;
        count = (uint8_t)(end - member);
    }
    if (!are_allowed(field, member, count))
        return false;
    payload[(*size)++] = count;
    memcpy(payload + *size, member, count);
    *size = (uint8_t)(*size + count);
    return true;
}

static bool write_field(const tb_field_t *field, const uint8_t *member, uint8_t *payload, uint8_t *size)
{
    uint32_t value;
    uint8_t at;

    if (field->kind == TB_FIELD_TEXT || field->kind == TB_FIELD_LIST)
        return write_members(field, member, payload, size);
    value = value_in(field, member);
    if (!is_allowed(field, value))
        return false;
    for (at = 0; at < field->width; at++)
        payload[(*size)++] = (uint8_t)(value >> (8u * at) & 0xFFu);
    return true;
}

static bool is_zero(const uint8_t *bytes, uint8_t size)
{
    while (size > 0) {
        if (bytes[--size] != 0)
            return false;
    }
    return true;
}

bool tb_message_write(const tb_message_t *message, uint8_t *payload, uint8_t *size)
{
    tb_layout_t layout;
    uint8_t written = 0;
    uint8_t number;

    *size = 0;
    if (!tb_layout_of(message->id, &layout))
        return false;
    for (number = 0; number < layout.field_count; number++) {
        tb_field_t field = field_of(&layout, number);
        uint8_t start = written;

        if (!write_field(&field, (const uint8_t *)&message->as + field.offset, payload, &written))
            return false;
        if (!field.later || !is_zero(payload + start, (uint8_t)(written - start)))
            *size = written; /* later fields count only up to the last that says something */
    }
    return true;
}

static bool suits(const tb_field_t *field, uint8_t value, uint8_t minor)
{
    uint32_t number = choice_number(field, value);
    uint8_t since;

    if (number == field->low + field->high)
        return false;
    tb_flash_copy(&since, &tb_choice_minors[number], 1);
    return since <= minor;
}

bool tb_message_suits(const tb_message_t *message, uint8_t minor)
{
    tb_layout_t layout;
    uint8_t number;

    if (!tb_layout_of(message->id, &layout))
        return false;
    for (number = 0; number < layout.field_count; number++) {
        tb_field_t field = field_of(&layout, number);

        if (field.kind == TB_FIELD_CHOICE && !suits(&field, ((const uint8_t *)&message->as)[field.offset], minor))
            return false;
    }
    return true;
}

uint8_t tb_message_encode(const tb_message_t *message, uint8_t sequence, uint8_t *wire)
{
    uint8_t payload[TB_PAYLOAD_MAX];
    tb_frame_t frame;

    frame.type = message->id;
    frame.sequence = sequence;
    frame.payload = payload;
    return tb_message_write(message, payload, &frame.length) ? tb_frame_encode(&frame, wire) : 0;
}
