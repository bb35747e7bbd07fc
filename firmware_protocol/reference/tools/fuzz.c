/* For libFuzzer: any bytes into the decoder, the codec and the table's session, under sanitizers.
 *
 * The first byte of a piece says how much time passes before it, so that resending and pauses are reached, too.
 */
#include <stdlib.h>
#include <string.h>

#include "tb_session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void sink(const uint8_t *bytes, uint8_t size)
{
    /* What the table sends is a frame of its own: a decoder must find it whole. */
    static tb_decoder_t decoder;
    tb_frame_t frame;
    uint8_t at;

    for (at = 0; at < size; at++) {
        tb_found_t found = tb_decoder_feed(&decoder, bytes[at], &frame, NULL);

        if (found != TB_FOUND_NOTHING && found != TB_FOUND_FRAME)
            abort();
    }
}

void bsp_hello(tb_hello_t *hello)
{
    hello->capabilities = 0xFFFFu;
    strcpy(hello->serial_number, "fuzz");
}

/* A report that is made of fuzzed bytes, where they are one. */
static void report(tb_session_t *session, const uint8_t *data, size_t size, uint32_t now_ms)
{
    tb_frame_t frame;
    tb_message_t message;

    frame.type = data[0];
    frame.sequence = 0;
    frame.payload = data + 1;
    frame.length = (uint8_t)(size - 1u);
    if (tb_message_read(&frame, &message) == TB_READ_MESSAGE && !tb_session_report(session, &message, now_ms))
        abort(); /* what could be read can be written */
}

static void answer(tb_session_t *session, const tb_event_t *event, uint32_t now_ms)
{
    uint8_t refusal = tb_refusal_of(&event->message, session->capabilities, TB_TABLE_STATE_BUILT, true, false);

    tb_session_answer(session, event, refusal, now_ms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static tb_session_t session;
    uint32_t now_ms = 0xFFFFF000u; /* the clock goes round soon */
    size_t at;

    tb_session_start(&session, sink, now_ms);
    if (size > 1 && size <= TB_PAYLOAD_MAX)
        report(&session, data, size, now_ms);
    for (at = 0; at < size; at++) {
        tb_event_t event;

        tb_session_receive(&session, data[at], now_ms, &event);
        if (event.kind == TB_EVENT_COMMAND)
            answer(&session, &event, now_ms);
        if (data[at] == 0 && at + 1 < size) {
            now_ms += (uint32_t)data[at + 1] * 4u;
            (void)tb_session_tick(&session, now_ms);
        }
    }
    return 0;
}
