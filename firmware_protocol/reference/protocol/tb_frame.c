#include "tb_frame.h"

#include <string.h>

#define DELIMITER ((uint8_t)0x00)

uint16_t tb_crc16(const uint8_t *bytes, size_t size)
{
    uint16_t crc = 0xFFFFu;
    size_t at;

    for (at = 0; at < size; at++) {
        /* The polynomial 0x1021 eight bits at a time: no table, and no loop over bits. */
        uint16_t high = (uint8_t)((crc >> 8) ^ bytes[at]);

        high ^= high >> 4;
        crc = (uint16_t)((uint16_t)(crc << 8) ^ (uint16_t)(high << 12) ^ (uint16_t)(high << 5) ^ high);
    }
    return crc;
}

/* COBS of at most TB_BODY_MAX bytes: far fewer than 254, so that no block is ever full. */
static uint8_t stuff(const uint8_t *body, uint8_t size, uint8_t *out)
{
    uint8_t code_at = 0; /* where the running block's length goes */
    uint8_t to = 1;
    uint8_t at;

    for (at = 0; at < size; at++) {
        if (body[at] == DELIMITER) {
            out[code_at] = (uint8_t)(to - code_at);
            code_at = to++;
        } else {
            out[to++] = body[at];
        }
    }
    out[code_at] = (uint8_t)(to - code_at);
    return to;
}

/* The other way, in place: what is written never overtakes what is read. `bytes` has no zero in it. False where they
 * are no COBS. A code of 0xFF, which is special to COBS, cannot fit here: it would announce 254 bytes. */
static bool unstuff(uint8_t *bytes, uint8_t size, uint8_t *body_size)
{
    uint8_t at = 0;
    uint8_t to = 0;

    while (at < size) {
        uint8_t run = (uint8_t)(bytes[at] - 1u);

        at++;
        if (run > size - at)
            return false;
        memmove(bytes + to, bytes + at, run);
        to = (uint8_t)(to + run);
        at = (uint8_t)(at + run);
        if (at < size)
            bytes[to++] = DELIMITER;
    }
    *body_size = to;
    return true;
}

uint8_t tb_frame_encode(const tb_frame_t *frame, uint8_t *wire)
{
    uint8_t body[TB_BODY_MAX];
    uint8_t size = 2;
    uint16_t crc;

    if (frame->length > TB_PAYLOAD_MAX)
        return 0;
    body[0] = frame->type;
    body[1] = frame->sequence;
    if (frame->length > 0)
        memcpy(body + size, frame->payload, frame->length);
    size = (uint8_t)(size + frame->length);
    crc = tb_crc16(body, size);
    body[size++] = (uint8_t)(crc >> 8);
    body[size++] = (uint8_t)(crc & 0xFFu);
    size = stuff(body, size, wire);
    wire[size++] = DELIMITER;
    return size;
}

void tb_decoder_reset(tb_decoder_t *decoder)
{
    decoder->held = 0;
    decoder->length = 0;
}

static tb_found_t finish(tb_decoder_t *decoder, tb_frame_t *frame)
{
    uint8_t *body = decoder->bytes;
    uint8_t size;
    uint16_t received;

    if (decoder->length > decoder->held)
        return TB_FOUND_TOO_LONG;
    if (!unstuff(body, decoder->held, &size))
        return TB_FOUND_BAD_STUFFING;
    if (size < TB_OVERHEAD_BYTES)
        return TB_FOUND_TOO_SHORT;
    received = (uint16_t)((uint16_t)((uint16_t)body[size - 2] << 8) | body[size - 1]);
    if (tb_crc16(body, (size_t)size - 2u) != received)
        return TB_FOUND_BAD_CHECKSUM;
    frame->type = body[0];
    frame->sequence = body[1];
    frame->length = (uint8_t)(size - TB_OVERHEAD_BYTES);
    frame->payload = body + 2;
    return TB_FOUND_FRAME;
}

tb_found_t tb_decoder_feed(tb_decoder_t *decoder, uint8_t byte, tb_frame_t *frame, uint16_t *wrong_bytes)
{
    tb_found_t found;

    if (byte != DELIMITER) {
        if (decoder->held < TB_STUFFED_MAX)
            decoder->bytes[decoder->held++] = byte;
        if (decoder->length < UINT16_MAX)
            decoder->length++;
        return TB_FOUND_NOTHING;
    }
    if (decoder->length == 0) /* delimiters may follow each other: nothing between them says nothing */
        return TB_FOUND_NOTHING;
    found = finish(decoder, frame);
    if (wrong_bytes != NULL)
        *wrong_bytes = decoder->length;
    tb_decoder_reset(decoder);
    return found;
}
