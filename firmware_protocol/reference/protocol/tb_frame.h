/* Frames: the bytes of one message on the wire, and back.
 *
 * A frame is COBS(type, sequence, payload of 0..59 bytes, CRC-16 high byte first) and one 0x00. Byte stuffing (COBS)
 * takes every zero out of the frame, so that 0x00 can only mean "here a frame ends".
 */
#ifndef TB_FRAME_H
#define TB_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tb_messages.h"

#define TB_OVERHEAD_BYTES 4 /* type, sequence, two bytes of CRC */
#define TB_BODY_MAX (TB_PAYLOAD_MAX + TB_OVERHEAD_BYTES)
#define TB_STUFFED_MAX (TB_BODY_MAX + 1) /* COBS adds one byte to a body of fewer than 254 */
#define TB_WIRE_MAX (TB_STUFFED_MAX + 1) /* and the delimiter */

/* What a frame says before anybody knows what it means. `payload` belongs to whoever made the frame. */
typedef struct {
    uint8_t type;
    uint8_t sequence;
    uint8_t length; /* bytes of the payload */
    const uint8_t *payload;
} tb_frame_t;

/* Why bytes are no frame. */
typedef enum {
    TB_FOUND_NOTHING = 0, /* not yet: go on feeding */
    TB_FOUND_FRAME,
    TB_FOUND_BAD_STUFFING,
    TB_FOUND_TOO_SHORT,
    TB_FOUND_TOO_LONG,
    TB_FOUND_BAD_CHECKSUM
} tb_found_t;

/* Reads a stream that may start, break and be disturbed anywhere. All zero is its start. */
typedef struct {
    uint8_t bytes[TB_STUFFED_MAX];
    uint8_t held;    /* bytes in it */
    uint16_t length; /* bytes since the last delimiter, those that were dropped too; stays at 65535 */
} tb_decoder_t;

#define TB_CRC_CHECK 0x29B1u /* the CRC of "123456789" */

/* CRC-16/CCITT-FALSE of `size` bytes: polynomial 0x1021, start 0xFFFF, not reflected, no final XOR. */
uint16_t tb_crc16(const uint8_t *bytes, size_t size);

/* Writes the frame with its closing 0x00 and returns how many bytes; `wire` needs room for TB_WIRE_MAX.
 * Returns 0 for a payload that is too long. */
uint8_t tb_frame_encode(const tb_frame_t *frame, uint8_t *wire);

/* Forgets what has come since the last delimiter. */
void tb_decoder_reset(tb_decoder_t *decoder);

/* Takes one byte. On TB_FOUND_FRAME `frame` is set; its payload lies in the decoder and lasts until the next byte.
 * `wrong_bytes`, where given, is how long the piece was that is no frame. */
tb_found_t tb_decoder_feed(tb_decoder_t *decoder, uint8_t byte, tb_frame_t *frame, uint16_t *wrong_bytes);

#endif
