/* Reads the shared vectors and says where this code disagrees: `check_vectors ../vectors/frames.txt ...`
 *
 * A line is: NAME WIRE ENCODES ITEM...; see ../vectors. For a port to another compiler or processor.
 */
#include <stdio.h>
#include <string.h>

#include "tb_codec.h"

#define ITEMS_MAX_BYTES 60000u

static char line[200000];
static char found_items[ITEMS_MAX_BYTES];
static char encoded[2 * TB_WIRE_MAX + 1];

static void append(const char *text)
{
    size_t length = strlen(found_items);

    snprintf(found_items + length, sizeof found_items - length, "%s%s", length > 0 ? " " : "", text);
}

static void write_hex(const uint8_t *bytes, uint8_t size, char *text)
{
    uint8_t at;

    *text = '\0';
    for (at = 0; at < size; at++)
        sprintf(text + 2u * at, "%02x", bytes[at]);
}

static void on_frame(const tb_frame_t *frame)
{
    char item[2 * TB_PAYLOAD_MAX + 16];
    uint8_t payload[TB_PAYLOAD_MAX];
    uint8_t wire[TB_WIRE_MAX];
    uint8_t size = 0;
    tb_message_t message;

    switch (tb_message_read(frame, &message)) {
    case TB_READ_MESSAGE:
        (void)tb_message_write(&message, payload, &size);
        sprintf(item, "M:%02x:%02x:", frame->type, frame->sequence);
        write_hex(payload, size, item + strlen(item));
        write_hex(wire, tb_message_encode(&message, frame->sequence, wire), encoded);
        break;
    case TB_READ_UNKNOWN_TYPE:
        sprintf(item, "U:%02x:%02x", frame->type, frame->sequence);
        break;
    default:
        sprintf(item, "C:CONTENT:%u", frame->length);
        break;
    }
    append(item);
}

static void feed(tb_decoder_t *decoder, uint8_t byte)
{
    static const char *const reasons[] = {"", "", "STUFFING", "TOO_SHORT", "TOO_LONG", "CHECKSUM"};
    char item[40];
    tb_frame_t frame;
    uint16_t wrong_bytes;
    tb_found_t found = tb_decoder_feed(decoder, byte, &frame, &wrong_bytes);

    if (found == TB_FOUND_FRAME) {
        on_frame(&frame);
    } else if (found != TB_FOUND_NOTHING) {
        sprintf(item, "C:%s:%u", reasons[found], wrong_bytes);
        append(item);
    }
}

/* Whether the code agrees with the line. */
static bool agrees(char *name, char *wire, const char *encodes, const char *items)
{
    tb_decoder_t decoder;
    const char *at;
    unsigned byte;

    found_items[0] = '\0';
    encoded[0] = '\0';
    tb_decoder_reset(&decoder);
    for (at = wire; sscanf(at, "%2x", &byte) == 1; at += 2)
        feed(&decoder, (uint8_t)byte);
    if (strcmp(found_items[0] != '\0' ? found_items : "-", items) != 0) {
        printf("%s: found %s, must be %s\n", name, found_items, items);
        return false;
    }
    if (strcmp(encodes, "1") == 0 && strcmp(encoded, wire) != 0) {
        printf("%s: encodes to %s, must be %s\n", name, encoded, wire);
        return false;
    }
    return true;
}

static bool check(const char *path, unsigned *count)
{
    FILE *file = fopen(path, "r");
    bool good = true;

    if (file == NULL) {
        perror(path);
        return false;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        char *name = strtok(line, " ");
        char *wire = strtok(NULL, " ");
        char *encodes = strtok(NULL, " ");
        char *items = strtok(NULL, "\n");

        if (items == NULL) {
            printf("%s: a line with too few words\n", path);
            good = false;
            continue;
        }
        good = agrees(name, wire, encodes, items) && good;
        ++*count;
    }
    fclose(file);
    return good;
}

int main(int argc, char **argv)
{
    unsigned count = 0;
    bool good = argc > 1;
    int at;

    for (at = 1; at < argc; at++)
        good = check(argv[at], &count) && good;
    printf("%u vectors, %s\n", count, good ? "all agree" : "NOT all agree");
    return good && count > 0 ? 0 : 1;
}
