/* The table's side of the conversation: say who one is, report, report again what was not acknowledged, and answer.
 *
 * No clock and no port: bytes and the present moment come in, bytes go out through the function given at the start.
 * `now_ms` is the table clock, milliseconds since power-on; it may go round after 49.7 days.
 */
#ifndef TB_SESSION_H
#define TB_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "tb_codec.h"
#include "tb_commands.h"
#include "tb_frame.h"
#include "tb_messages.h"

/* Reports that may wait for their ack at once; an older one is given up. At most 16, half the host's window. */
#ifndef TB_UNDER_WAY_MAX
#define TB_UNDER_WAY_MAX 16
#endif

#define TB_REPORT_WIRE_MAX (TB_REPORT_PAYLOAD_MAX + TB_OVERHEAD_BYTES + 2)

/* Takes all the bytes; may wait until the line has room (a frame takes 6 ms at 115200 baud). */
typedef void (*tb_send_t)(const uint8_t *bytes, uint8_t size);

typedef enum {
    TB_EVENT_NONE,
    TB_EVENT_HOST_ARRIVED,    /* a host asked for the hello, and has it */
    TB_EVENT_ACKNOWLEDGED,    /* the host has the report `sequence` */
    TB_EVENT_COMMAND,         /* `message` asks for something: call tb_session_answer with the event */
    TB_EVENT_REFUSED_BY_HOST, /* the host could not use a frame; `message` says why */
    TB_EVENT_GARBLED          /* bytes that are no message; the host was told */
} tb_event_kind_t;

typedef struct {
    tb_event_kind_t kind;
    uint8_t sequence;
    tb_message_t message;
} tb_event_t;

typedef struct {
    uint8_t wire[TB_REPORT_WIRE_MAX];
    uint8_t size;
    uint8_t sequence;
    uint8_t tries;
    uint32_t sent_ms;
} tb_under_way_t;

typedef struct {
    tb_send_t send;
    tb_decoder_t decoder;
    uint16_t capabilities;
    uint8_t next_sequence;
    bool host_present;
    uint8_t minor; /* the smaller of the host's minor version and one's own */
    bool nak_pausing;
    uint32_t nak_ms;
    uint32_t beat_ms;
    uint8_t under_way_count; /* oldest first */
    tb_under_way_t under_way[TB_UNDER_WAY_MAX];
    tb_commands_t commands;
} tb_session_t;

/* Who the table is: the board fills in all but the versions and the uptime. Asked each time, so that it needs no RAM
 * of its own. */
void bsp_hello(tb_hello_t *hello);

/* Power-on: forgets everything, sends a 0x00 (it ends any half frame from before) and the hello. */
void tb_session_start(tb_session_t *session, tb_send_t send, uint32_t now_ms);

/* Takes one byte from the host. `event->message` is set where the kind says so. */
void tb_session_receive(tb_session_t *session, uint8_t byte, uint32_t now_ms, tb_event_t *event);

/* Sends a report; kept for sending again if the table resends and a host is there. False where a field is out of
 * range, or has a value that the host's minor version does not know: nothing is sent. */
bool tb_session_report(tb_session_t *session, const tb_message_t *report, uint32_t now_ms);

/* Answers the command of an event: TB_ACCEPTED, or why not. Remembered for TB_COMMAND_MEMORY_MS. */
void tb_session_answer(tb_session_t *session, const tb_event_t *event, uint8_t answer, uint32_t now_ms);

/* Lets time pass: the heartbeat, and reports that wait too long. Returns how many were given up. Call it at least
 * every 20 ms. */
uint8_t tb_session_tick(tb_session_t *session, uint32_t now_ms);

/* The host is gone, where the board can tell (USB unplugged): nothing waits for it any more. */
void tb_session_host_left(tb_session_t *session);

#endif
