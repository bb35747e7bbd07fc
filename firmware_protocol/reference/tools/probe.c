/* Lets a test on the host talk to the C code: a line of text in, a line out.
 *
 *   crc HEX              the CRC of the bytes
 *   stream HEX           what a decoder finds in them, in the words of vectors/frames.txt; "-" for nothing
 *   again HEX            for streams of one message: its bytes when it is encoded again, or "refused"
 *   pack ID VALUE...     the payload of a message, or "refused". A value is a number, or HEX: of a text after "t", of a
 *                        list after "l"
 *   describe             the tables as compiled in: one line a message and one a field; then "."
 *   power, receive, ...  the table's session, see probe_session.c
 *   table ...            the whole table, see probe_table.c
 *   dead_wall ...        where the indicator lies, see probe.h
 */
#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb_codec.h"
#include "tb_dead_wall.h"
#include "tb_names.h"

#define LINE_MAX_BYTES 70000u

static char line[LINE_MAX_BYTES];
static uint8_t bytes[LINE_MAX_BYTES / 2u];

long bytes_of(const char *hex, uint8_t *to, size_t room)
{
    size_t count = 0;

    if (strcmp(hex, "-") == 0)
        return 0;
    for (; *hex != '\0' && *hex != ' '; hex += 2) {
        unsigned value;

        if (count == room || sscanf(hex, "%2x", &value) != 1 || hex[1] == '\0')
            return -1;
        to[count++] = (uint8_t)value;
    }
    return (long)count;
}

void print_hex(const uint8_t *from, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    size_t at;

    if (size == 0)
        putchar('-');
    for (at = 0; at < size; at++) {
        putchar(digits[from[at] >> 4]);
        putchar(digits[from[at] & 15]);
    }
}

/* ---------------------------------------------------------------------------------------------------------- streams */

static void print_frame(const tb_frame_t *frame)
{
    tb_message_t message;
    uint8_t payload[TB_PAYLOAD_MAX];
    uint8_t size;

    switch (tb_message_read(frame, &message)) {
    case TB_READ_MESSAGE:
        if (!tb_message_write(&message, payload, &size)) {
            printf("a message that was read cannot be written");
            return;
        }
        printf("M:%02x:%02x:", frame->type, frame->sequence);
        if (size > 0)
            print_hex(payload, size);
        break;
    case TB_READ_UNKNOWN_TYPE:
        printf("U:%02x:%02x", frame->type, frame->sequence);
        break;
    case TB_READ_BAD_CONTENT:
        printf("C:CONTENT:%u", frame->length);
        break;
    }
}

static void print_found(tb_found_t found, const tb_frame_t *frame, uint16_t wrong_bytes)
{
    static const char *const reasons[] = {
        [TB_FOUND_BAD_STUFFING] = "STUFFING",
        [TB_FOUND_TOO_SHORT] = "TOO_SHORT",
        [TB_FOUND_TOO_LONG] = "TOO_LONG",
        [TB_FOUND_BAD_CHECKSUM] = "CHECKSUM",
    };

    if (found == TB_FOUND_FRAME)
        print_frame(frame);
    else
        printf("C:%s:%u", reasons[found], wrong_bytes);
}

static void stream(size_t size)
{
    tb_decoder_t decoder;
    tb_frame_t frame;
    uint16_t wrong_bytes = 0;
    bool first = true;
    size_t at;

    tb_decoder_reset(&decoder);
    for (at = 0; at < size; at++) {
        tb_found_t found = tb_decoder_feed(&decoder, bytes[at], &frame, &wrong_bytes);

        if (found == TB_FOUND_NOTHING)
            continue;
        if (!first)
            putchar(' ');
        first = false;
        print_found(found, &frame, wrong_bytes);
    }
    if (first)
        putchar('-');
}

static void again(size_t size)
{
    tb_decoder_t decoder;
    tb_frame_t frame;
    tb_message_t message;
    uint8_t wire[TB_WIRE_MAX];
    uint8_t wire_size = 0;
    size_t at;

    tb_decoder_reset(&decoder);
    for (at = 0; at < size; at++) {
        if (tb_decoder_feed(&decoder, bytes[at], &frame, NULL) == TB_FOUND_FRAME
            && tb_message_read(&frame, &message) == TB_READ_MESSAGE)
            wire_size = tb_message_encode(&message, frame.sequence, wire);
    }
    if (wire_size == 0)
        printf("refused");
    else
        print_hex(wire, wire_size);
}

/* -------------------------------------------------------------------------------------------------- single messages */

static tb_field_t field_at(unsigned number)
{
    tb_field_t field;

    tb_flash_copy(&field, &tb_fields[number], sizeof field);
    return field;
}

static bool set_member(const tb_field_t *field, uint8_t *member, const char *value)
{
    uint8_t members[TB_PAYLOAD_MAX];
    long count;
    long long number;

    if (*value == 't' || *value == 'l') {
        count = bytes_of(value + 1, members, sizeof members);
        if (count < 0 || count > field->most + (*value == 't')) /* what the struct has room for */
            return false;
        if (*value == 'l')
            *member++ = (uint8_t)count;
        memcpy(member, members, (size_t)count);
        return true;
    }
    number = strtoll(value, NULL, 10);
    if (field->width == 1) {
        *member = (uint8_t)number;
    } else if (field->width == 2) {
        uint16_t two = (uint16_t)number;
        memcpy(member, &two, sizeof two);
    } else {
        uint32_t four = (uint32_t)number;
        memcpy(member, &four, sizeof four);
    }
    return true;
}

static void pack(char *words)
{
    tb_message_t message;
    tb_layout_t layout;
    uint8_t payload[TB_PAYLOAD_MAX];
    uint8_t size;
    unsigned number;
    char *word = strtok(words, " ");

    memset(&message, 0, sizeof message);
    message.id = (uint8_t)strtoul(word != NULL ? word : "", NULL, 16);
    if (!tb_layout_of(message.id, &layout)) {
        printf("refused");
        return;
    }
    for (number = 0; number < layout.field_count && (word = strtok(NULL, " ")) != NULL; number++) {
        tb_field_t field = field_at(layout.first_field + number);

        if (!set_member(&field, (uint8_t *)&message.as + field.offset, word)) {
            printf("no room");
            return;
        }
    }
    if (tb_message_write(&message, payload, &size))
        print_hex(payload, size);
    else
        printf("refused");
}

/* ------------------------------------------------------------------------------------------------------ description */

static void describe_field(unsigned number)
{
    static const char *const kinds[] = {"uint", "int", "enum", "flags", "bool", "text", "list"};
    tb_field_t field = field_at(number);
    uint32_t choice;

    printf("field %s %s width %u later %u", tb_field_names[number], kinds[field.kind], field.width, field.later);
    if (field.kind == TB_FIELD_UINT || field.kind == TB_FIELD_LIST)
        printf(" low %lu high %lu", (unsigned long)field.low, (unsigned long)field.high);
    if (field.kind == TB_FIELD_INT)
        printf(" low %ld high %ld", (long)(int32_t)field.low, (long)(int32_t)field.high);
    if (field.kind == TB_FIELD_LIST || field.kind == TB_FIELD_TEXT)
        printf(" least %u most %u", field.least, field.most);
    if (field.kind == TB_FIELD_CHOICE) {
        printf(" choices");
        for (choice = 0; choice < field.high; choice++)
            printf(" %u/%u", tb_choices[field.low + choice], tb_choice_minors[field.low + choice]);
    }
    putchar('\n');
}

static void describe(void)
{
    unsigned number;

    printf("protocol %u %u payload %u\n", TB_PROTOCOL_MAJOR, TB_PROTOCOL_MINOR, TB_PAYLOAD_MAX);
    for (number = 0; number < TB_MESSAGE_COUNT; number++) {
        tb_layout_t layout;
        unsigned field;

        tb_flash_copy(&layout, &tb_layouts[number], sizeof layout);
        printf("message %s %u table %u report %u capability %u states %u\n", tb_message_names[number], layout.id,
               layout.from_table, layout.is_report, layout.capability, layout.states);
        for (field = 0; field < layout.field_count; field++)
            describe_field(layout.first_field + field);
    }
    for (number = 0; number <= TB_TABLE_STATE_FAULT; number++)
        printf("next %u %u\n", number, tb_next_states[number]);
    putchar('.');
}

bool obey_dead_wall(const char *words)
{
    static const uint8_t stacks[4] = {17, 17, 17, 17};
    tb_dead_wall_t found;
    unsigned dealer, total;

    if (sscanf(words, "dead_wall %u %u", &dealer, &total) != 2)
        return false;
    tb_dead_wall_of((uint8_t)dealer, (uint8_t)total, stacks, &found);
    printf("%u %u", found.side, found.stack);
    return true;
}

static void obey(void)
{
    long size;

    if (strcmp(line, "describe") == 0) {
        describe();
    } else if (strncmp(line, "pack ", 5) == 0) {
        pack(line + 5);
    } else if (strncmp(line, "stream ", 7) == 0 && (size = bytes_of(line + 7, bytes, sizeof bytes)) >= 0) {
        stream((size_t)size);
    } else if (strncmp(line, "again ", 6) == 0 && (size = bytes_of(line + 6, bytes, sizeof bytes)) >= 0) {
        again((size_t)size);
    } else if (strncmp(line, "crc ", 4) == 0 && (size = bytes_of(line + 4, bytes, sizeof bytes)) >= 0) {
        printf("%04x", tb_crc16(bytes, (size_t)size));
    } else if (!obey_session(line) && !obey_table(line) && !obey_dead_wall(line)) {
        printf("what is %s?", line);
    }
    putchar('\n');
    fflush(stdout);
}

int main(void)
{
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        obey();
    }
    return 0;
}
