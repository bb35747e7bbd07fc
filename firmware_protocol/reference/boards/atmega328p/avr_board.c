/* The bench table on an ATmega328P at 16 MHz: an Arduino Uno or Nano with switches to ground.
 *
 *   A0..A3  dice buttons of the seats A..D        D4  jam            D8..D11  lamps of the seats A..D
 *   A4      start button                          D5  tile missing   D0, D1   the line, 115200 baud
 *   A5      cover switch, closed while it is open D6  sensor dirty
 *                                                 D7  lock
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#include "bench.h"
#include "bsp.h"

#define RING 128u /* a power of two; a frame and a half of each direction is less */
#define RING_MASK (RING - 1u)

static volatile uint32_t milliseconds;
static volatile uint8_t received[RING], received_in, received_out;
static volatile uint8_t sending[RING], sending_in, sending_out;

ISR(TIMER0_COMPA_vect)
{
    milliseconds++;
}

ISR(USART_RX_vect)
{
    uint8_t byte = UDR0;
    uint8_t next = (received_in + 1u) & RING_MASK;

    if (next != received_out) { /* else it is lost, and the CRC will tell */
        received[received_in] = byte;
        received_in = next;
    }
}

ISR(USART_UDRE_vect)
{
    if (sending_in == sending_out) {
        UCSR0B &= (uint8_t)~(1u << UDRIE0);
        return;
    }
    UDR0 = sending[sending_out];
    sending_out = (sending_out + 1u) & RING_MASK;
}

uint32_t bsp_now_ms(void)
{
    uint32_t now;
    uint8_t flags = SREG;

    cli(); /* four bytes are not read at once */
    now = milliseconds;
    SREG = flags;
    return now;
}

bool bsp_receive(uint8_t *byte)
{
    if (received_in == received_out)
        return false;
    *byte = received[received_out];
    received_out = (received_out + 1u) & RING_MASK;
    return true;
}

void bsp_send(const uint8_t *bytes, uint8_t size)
{
    while (size-- > 0) {
        uint8_t next = (sending_in + 1u) & RING_MASK;

        while (next == sending_out) /* full: 87 microseconds a byte */
            ;
        sending[sending_in] = *bytes++;
        sending_in = next;
        UCSR0B |= (uint8_t)(1u << UDRIE0);
    }
}

void bsp_start(void)
{
    PORTC = 0x3F; /* pull-ups of the switches */
    PORTD = 0xF0;
    DDRB = 0x0F; /* lamps */
    OCR0A = (uint8_t)(F_CPU / 64u / 1000u - 1u); /* timer 0: one millisecond */
    TCCR0A = (uint8_t)(1u << WGM01);
    TCCR0B = (uint8_t)(1u << CS01 | 1u << CS00);
    TIMSK0 = (uint8_t)(1u << OCIE0A);
    TCCR1B = (uint8_t)(1u << CS10); /* timer 1 runs free: the dice */
    UBRR0 = 16; /* 115200 baud at double speed: 2.1 % fast, as every such board */
    UCSR0A = (uint8_t)(1u << U2X0);
    UCSR0B = (uint8_t)(1u << RXCIE0 | 1u << RXEN0 | 1u << TXEN0);
    UCSR0C = (uint8_t)(1u << UCSZ01 | 1u << UCSZ00);
    sei();
}

bool bsp_is_on(void)
{
    sleep_mode(); /* until a byte comes or a millisecond is over */
    return true;
}

uint16_t bench_switches(void)
{
    uint8_t buttons = (uint8_t)~PINC & 0x3Fu;
    uint8_t sensors = (uint8_t)~PIND >> 4;

    return (uint16_t)((uint16_t)sensors << 6 | buttons);
}

void bench_lamp(uint8_t seat, bool on)
{
    if (on)
        PORTB |= (uint8_t)(1u << seat);
    else
        PORTB &= (uint8_t)~(1u << seat);
}

uint8_t bench_die(void)
{
    static uint16_t mixed = 1;

    mixed ^= TCNT1; /* when the button was pressed, to a sixteenth of a microsecond */
    mixed ^= (uint16_t)(mixed << 7);
    mixed ^= (uint16_t)(mixed >> 9);
    mixed ^= (uint16_t)(mixed << 8);
    return (uint8_t)(1u + mixed % 6u);
}
