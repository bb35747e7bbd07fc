#include "tb_session.h"

#include <string.h>

/* Sends a message under the next sequence number. */
static bool send_message(tb_session_t *session, const tb_message_t *message, uint8_t *wire, uint8_t *size)
{
    *size = tb_message_encode(message, session->next_sequence, wire);
    if (*size == 0)
        return false;
    session->next_sequence++;
    session->send(wire, *size);
    return true;
}

static void send_new(tb_session_t *session, const tb_message_t *message)
{
    uint8_t wire[TB_WIRE_MAX];
    uint8_t size;

    (void)send_message(session, message, wire, &size);
}

static void send_hello(tb_session_t *session, uint32_t now_ms)
{
    tb_message_t message;

    memset(&message, 0, sizeof message);
    message.id = TB_ID_HELLO;
    bsp_hello(&message.as.hello);
    message.as.hello.protocol_major = TB_PROTOCOL_MAJOR;
    message.as.hello.protocol_minor = TB_PROTOCOL_MINOR;
    message.as.hello.uptime_ms = now_ms;
    session->capabilities = message.as.hello.capabilities;
    send_new(session, &message);
}

static void send_nak(tb_session_t *session, uint8_t reason, uint8_t refused)
{
    tb_message_t message;

    message.id = TB_ID_TABLE_NAK;
    message.as.table_nak.reason = reason;
    message.as.table_nak.refused = refused;
    send_new(session, &message);
}

/* For what could not be read: noise on an echoing line must not feed itself. */
static void send_nak_after_pause(tb_session_t *session, uint8_t reason, uint8_t refused, uint32_t now_ms)
{
    if (session->nak_pausing && now_ms - session->nak_ms < TB_NAK_PAUSE_MS)
        return;
    session->nak_pausing = true;
    session->nak_ms = now_ms;
    send_nak(session, reason, refused);
}

void tb_session_start(tb_session_t *session, tb_send_t send, uint32_t now_ms)
{
    static const uint8_t delimiter = 0;

    memset(session, 0, sizeof *session);
    session->send = send;
    session->minor = TB_PROTOCOL_MINOR;
    session->beat_ms = now_ms;
    send(&delimiter, 1);
    send_hello(session, now_ms);
}

/* ------------------------------------------------------------------------------------------------ reports under way */

static void forget(tb_session_t *session, uint8_t number)
{
    session->under_way_count--;
    memmove(&session->under_way[number], &session->under_way[number + 1],
            (size_t)(session->under_way_count - number) * sizeof session->under_way[0]);
}

static void forget_sequence(tb_session_t *session, uint8_t sequence)
{
    uint8_t number;

    for (number = 0; number < session->under_way_count; number++) {
        if (session->under_way[number].sequence == sequence) {
            forget(session, number);
            return;
        }
    }
}

static void remember(tb_session_t *session, uint8_t sequence, const uint8_t *wire, uint8_t size, uint32_t now_ms)
{
    tb_under_way_t *waiting;

    if (session->under_way_count == TB_UNDER_WAY_MAX)
        forget(session, 0);
    waiting = &session->under_way[session->under_way_count++];
    memcpy(waiting->wire, wire, size);
    waiting->size = size;
    waiting->sequence = sequence;
    waiting->tries = 0;
    waiting->sent_ms = now_ms;
}

bool tb_session_report(tb_session_t *session, const tb_message_t *report, uint32_t now_ms)
{
    uint8_t wire[TB_WIRE_MAX];
    uint8_t sequence = session->next_sequence;
    uint8_t size;

    /* a host of an older minor version could not use the frame */
    if (!tb_message_suits(report, session->minor) || !send_message(session, report, wire, &size))
        return false;
    if (session->host_present && (session->capabilities & TB_CAPABILITY_RESENDS) != 0 && size <= TB_REPORT_WIRE_MAX)
        remember(session, sequence, wire, size, now_ms);
    return true;
}

static uint8_t resend(tb_session_t *session, uint32_t now_ms)
{
    uint8_t given_up = 0;
    uint8_t number = 0;

    while (number < session->under_way_count) {
        tb_under_way_t *waiting = &session->under_way[number];

        if (now_ms - waiting->sent_ms < TB_RESEND_MS) {
            number++;
        } else if (waiting->tries == TB_RESEND_TRIES) {
            forget(session, number);
            given_up++;
        } else {
            waiting->tries++;
            waiting->sent_ms = now_ms;
            session->send(waiting->wire, waiting->size);
            number++;
        }
    }
    return given_up;
}

/* A report refused for its content or type would be refused again; one that came damaged would not. */
static void on_host_nak(tb_session_t *session, const tb_host_nak_t *nak, uint32_t now_ms)
{
    uint8_t number;

    if (nak->reason != TB_NAK_REASON_BAD_FRAME)
        forget_sequence(session, nak->refused);
    for (number = 0; number < session->under_way_count; number++) {
        if (now_ms - session->under_way[number].sent_ms < TB_RESEND_MS)
            session->under_way[number].sent_ms = now_ms - TB_RESEND_MS;
    }
}

/* -------------------------------------------------------------------------------------------------------- commands */

static void send_answer(tb_session_t *session, uint8_t sequence, uint8_t answer)
{
    tb_message_t message;

    if (answer != TB_ACCEPTED) {
        send_nak(session, answer, sequence);
        return;
    }
    message.id = TB_ID_COMMAND_ACK;
    message.as.command_ack.accepted = sequence;
    send_new(session, &message);
}

void tb_session_answer(tb_session_t *session, const tb_event_t *event, uint8_t answer, uint32_t now_ms)
{
    tb_commands_remember(&session->commands, &event->message, event->sequence, answer, now_ms);
    send_answer(session, event->sequence, answer);
}

static void on_command(tb_session_t *session, uint32_t now_ms, tb_event_t *event)
{
    uint8_t answer;

    tb_commands_forget_old(&session->commands, now_ms);
    if (tb_commands_known(&session->commands, &event->message, event->sequence, &answer))
        send_answer(session, event->sequence, answer); /* the first was lost: no second deed */
    else
        event->kind = TB_EVENT_COMMAND;
}

/* ------------------------------------------------------------------------------------------------------- receiving */

static uint8_t common_minor(const tb_hello_request_t *request)
{
    bool older = request->protocol_major == TB_PROTOCOL_MAJOR && request->protocol_minor < TB_PROTOCOL_MINOR;

    return older ? request->protocol_minor : TB_PROTOCOL_MINOR;
}

static void on_message(tb_session_t *session, uint32_t now_ms, tb_event_t *event)
{
    tb_layout_t layout;

    switch (event->message.id) {
    case TB_ID_HELLO_REQUEST: /* answered whatever its version, so that the host can say what does not fit */
        session->host_present = true;
        session->minor = common_minor(&event->message.as.hello_request);
        send_hello(session, now_ms);
        event->kind = TB_EVENT_HOST_ARRIVED;
        break;
    case TB_ID_ACK:
        event->sequence = event->message.as.ack.acknowledged;
        forget_sequence(session, event->sequence);
        event->kind = TB_EVENT_ACKNOWLEDGED;
        break;
    case TB_ID_HOST_NAK:
        on_host_nak(session, &event->message.as.host_nak, now_ms);
        event->kind = TB_EVENT_REFUSED_BY_HOST;
        break;
    default: /* our own words come back: an RS-485 adapter that echoes */
        if (tb_layout_of(event->message.id, &layout) && layout.states != 0)
            on_command(session, now_ms, event);
        break;
    }
}

static void on_frame(tb_session_t *session, const tb_frame_t *frame, uint32_t now_ms, tb_event_t *event)
{
    event->sequence = frame->sequence;
    switch (tb_message_read(frame, &event->message)) {
    case TB_READ_MESSAGE:
        on_message(session, now_ms, event);
        break;
    case TB_READ_UNKNOWN_TYPE:
        send_nak_after_pause(session, TB_NAK_REASON_UNKNOWN_TYPE, frame->sequence, now_ms);
        break;
    case TB_READ_BAD_CONTENT:
        event->kind = TB_EVENT_GARBLED;
        send_nak_after_pause(session, TB_NAK_REASON_BAD_CONTENT, frame->sequence, now_ms);
        break;
    }
}

void tb_session_receive(tb_session_t *session, uint8_t byte, uint32_t now_ms, tb_event_t *event)
{
    tb_frame_t frame;

    event->kind = TB_EVENT_NONE;
    switch (tb_decoder_feed(&session->decoder, byte, &frame, NULL)) {
    case TB_FOUND_NOTHING:
        break;
    case TB_FOUND_FRAME:
        on_frame(session, &frame, now_ms, event);
        break;
    default:
        event->kind = TB_EVENT_GARBLED;
        event->sequence = 0;
        send_nak_after_pause(session, TB_NAK_REASON_BAD_FRAME, 0, now_ms);
        break;
    }
}

uint8_t tb_session_tick(tb_session_t *session, uint32_t now_ms)
{
    tb_message_t message;

    if (session->nak_pausing && now_ms - session->nak_ms >= TB_NAK_PAUSE_MS)
        session->nak_pausing = false; /* or the pause would come back when the clock has gone round */
    tb_commands_forget_old(&session->commands, now_ms);
    if (now_ms - session->beat_ms >= TB_HEARTBEAT_MS) {
        session->beat_ms = now_ms;
        message.id = TB_ID_HEARTBEAT;
        message.as.heartbeat.uptime_ms = now_ms;
        send_new(session, &message);
    }
    return resend(session, now_ms);
}

void tb_session_host_left(tb_session_t *session)
{
    session->host_present = false;
    session->under_way_count = 0;
    memset(&session->commands, 0, sizeof session->commands);
    tb_decoder_reset(&session->decoder);
}
