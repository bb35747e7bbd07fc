/* Messages into payloads and payloads into messages. Every field is checked on the way out and on the way in. */
#ifndef TB_CODEC_H
#define TB_CODEC_H

#include <stdbool.h>
#include <stdint.h>

#include "tb_frame.h"
#include "tb_layout.h"
#include "tb_messages.h"

typedef enum {
    TB_READ_MESSAGE,
    TB_READ_UNKNOWN_TYPE, /* a newer peer may send it: skip it */
    TB_READ_BAD_CONTENT   /* a field is cut off or out of range */
} tb_read_t;

/* The layout of a message; false for an id this version does not have. */
bool tb_layout_of(uint8_t id, tb_layout_t *layout);

/* What a frame means. Bytes after the last known field are skipped: a newer minor version may append fields. */
tb_read_t tb_message_read(const tb_frame_t *frame, tb_message_t *message);

/* Writes the payload of a message and its size; `payload` needs room for TB_PAYLOAD_MAX. False, with nothing of use
 * written, where a field is out of range: the caller's mistake. */
bool tb_message_write(const tb_message_t *message, uint8_t *payload, uint8_t *size);

/* Whether a reader of this minor version knows every value of an enumeration in the message. */
bool tb_message_suits(const tb_message_t *message, uint8_t minor);

/* The bytes to send, delimiter included, or 0 where tb_message_write says false; `wire` needs TB_WIRE_MAX. */
uint8_t tb_message_encode(const tb_message_t *message, uint8_t sequence, uint8_t *wire);

#endif
