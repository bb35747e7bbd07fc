/* The table's session for the probe. Each line is answered by the bytes sent, as hex, and what happened:
 *
 *   power NOW CAPABILITIES          power-on
 *   machine STATE PERMITTED BUSY    what commands are judged by from now on
 *   receive NOW HEX                 bytes from the host
 *   report NOW ID HEX               a report with this payload
 *   tick NOW                        time passes
 *   left                            the host is gone
 */
#include <stdio.h>
#include <string.h>

#include "probe.h"
#include "tb_session.h"

static tb_session_t session;
static uint16_t capabilities;
static unsigned state;
static unsigned permitted;
static unsigned busy;
static bool nothing_sent;

static void print_sent(const uint8_t *wire, uint8_t size)
{
    nothing_sent = false;
    print_hex(wire, size);
}

void bsp_hello(tb_hello_t *hello)
{
    hello->capabilities = capabilities;
    strcpy(hello->vendor, "Acme");
    strcpy(hello->model, "T1");
    strcpy(hello->firmware, "1.0");
    strcpy(hello->serial_number, "0001");
}

void set_capabilities(uint16_t bits)
{
    capabilities = bits;
}

/* The words of the events, after the bytes; `receive` may have many. */
static char events[4000];

static void note(const char *word, unsigned number)
{
    size_t length = strlen(events);

    snprintf(events + length, sizeof events - length, " %s:%u", word, number);
}

static void on_event(const tb_event_t *event, uint32_t now_ms)
{
    uint8_t answer;

    switch (event->kind) {
    case TB_EVENT_NONE:
        break;
    case TB_EVENT_HOST_ARRIVED:
        note("host", event->message.as.hello_request.protocol_major);
        break;
    case TB_EVENT_ACKNOWLEDGED:
        note("acknowledged", event->sequence);
        break;
    case TB_EVENT_REFUSED_BY_HOST:
        note("refused", event->message.as.host_nak.refused);
        break;
    case TB_EVENT_GARBLED:
        note("garbled", 0);
        break;
    case TB_EVENT_COMMAND:
        answer = tb_refusal_of(&event->message, session.capabilities, (uint8_t)state, permitted != 0, busy != 0);
        tb_session_answer(&session, event, answer, now_ms);
        if (answer == TB_ACCEPTED)
            note("command", event->sequence);
        break;
    }
}

static void receive(const char *hex, uint32_t now_ms)
{
    static uint8_t bytes[35000];
    tb_event_t event;
    long size = bytes_of(hex, bytes, sizeof bytes);
    long at;

    for (at = 0; at < size; at++) {
        tb_session_receive(&session, bytes[at], now_ms, &event);
        on_event(&event, now_ms);
    }
}

static void report(unsigned id, const char *hex, uint32_t now_ms)
{
    uint8_t payload[TB_PAYLOAD_MAX];
    tb_message_t message;
    tb_frame_t frame;
    long size = bytes_of(hex, payload, sizeof payload);

    frame.type = (uint8_t)id;
    frame.payload = payload;
    frame.length = (uint8_t)size;
    if (size < 0 || tb_message_read(&frame, &message) != TB_READ_MESSAGE
        || !tb_session_report(&session, &message, now_ms))
        note("no_report", id);
}

bool obey_session(const char *line)
{
    unsigned long now_ms;
    unsigned number;
    int hex = 0;

    events[0] = '\0';
    nothing_sent = true;
    if (sscanf(line, "power %lu %u", &now_ms, &number) == 2) {
        capabilities = (uint16_t)number;
        state = TB_START_STATE;
        permitted = busy = 0;
        tb_session_start(&session, print_sent, (uint32_t)now_ms);
    } else if (sscanf(line, "machine %u %u %u", &state, &permitted, &busy) == 3) {
        /* kept */
    } else if (sscanf(line, "receive %lu %n", &now_ms, &hex) == 1 && hex > 0) {
        receive(line + hex, (uint32_t)now_ms);
    } else if (sscanf(line, "report %lu %x %n", &now_ms, &number, &hex) == 2 && hex > 0) {
        report(number, line + hex, (uint32_t)now_ms);
    } else if (sscanf(line, "tick %lu", &now_ms) == 1) {
        number = tb_session_tick(&session, (uint32_t)now_ms);
        if (number > 0)
            note("given_up", number);
    } else if (strcmp(line, "left") == 0) {
        tb_session_host_left(&session);
    } else {
        return false;
    }
    printf("%s%s", nothing_sent ? "-" : "", events);
    return true;
}
