/* For libFuzzer: any bytes into the decoder, the codec and the table's session, under sanitizers.
 *
 * Beside bytes as they are it makes frames of them, with a right CRC, and reports; and it lets time pass.
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

static void receive(tb_session_t *session, const uint8_t *bytes, size_t size, uint32_t now_ms)
{
    tb_event_t event;
    size_t at;

    for (at = 0; at < size; at++) {
        tb_session_receive(session, bytes[at], now_ms, &event);
        if (event.kind == TB_EVENT_COMMAND)
            answer(session, &event, now_ms);
    }
}

/* One piece of a line: as it is, or, since chance hardly ever finds a CRC, as what a frame says. */
static void piece(tb_session_t *session, uint8_t how, const uint8_t *data, size_t size, uint32_t now_ms)
{
    uint8_t wire[TB_WIRE_MAX];
    tb_frame_t frame;

    if (how % 4u == 0 || size < 2 || size > TB_PAYLOAD_MAX + 2) {
        receive(session, data, size, now_ms);
        return;
    }
    frame.type = data[0];
    frame.sequence = data[1];
    frame.payload = data + 2;
    frame.length = (uint8_t)(size - 2u);
    receive(session, wire, tb_frame_encode(&frame, wire), now_ms);
}

/* Pieces: what to do with it, its size, how much time passes after it, its bytes. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static tb_session_t session;
    uint32_t now_ms = 0xFFFFF000u; /* the clock goes round soon */

    tb_session_start(&session, sink, now_ms);
    while (size > 3) {
        size_t length = data[1] < size - 3 ? data[1] : size - 3;

        if (data[0] % 4u == 1 && length > 0 && length <= TB_PAYLOAD_MAX)
            report(&session, data + 3, length, now_ms);
        else
            piece(&session, data[0], data + 3, length, now_ms);
        now_ms += data[2] * 4u;
        (void)tb_session_tick(&session, now_ms);
        data += 3 + length;
        size -= 3 + length;
    }
    return 0;
}
