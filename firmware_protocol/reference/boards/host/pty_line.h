/* A pseudo-terminal as the table's serial line, and lines of text on stdin as the hands at the table. For programs on
 * a host: the bench table here, and the runner of an emulated microcontroller. */
#ifndef PTY_LINE_H
#define PTY_LINE_H

#include <stdbool.h>
#include <stdint.h>

/* Makes the terminal; `link`, where given, becomes a symbolic link to it. Prints "port NAME". False with a line on
 * stderr where it cannot be made. */
bool pty_line_open(const char *link);

/* The next byte from the host, or false when none has come. */
bool pty_line_receive(uint8_t *byte);

/* Sends one byte to the host; dropped when nobody has read for long. */
void pty_line_send(uint8_t byte);

/* The hands at the table. All zero is their start. */
typedef struct {
    uint16_t switches; /* as bench_switches() wants them */
    bool must_reset;   /* "reset" was said; whoever obeys it clears this */
    bool is_over;      /* stdin has ended */
    uint16_t pressed;  /* to be let go */
    uint32_t free_ms;  /* until then the hands are at work */
} hands_t;

/* Call it often. Takes at most one line from stdin, without waiting, and obeys it:
 *
 *   switch NAME 0|1   one of the switches of bench.h
 *   press NAME        on for a moment, then off: long enough for the table to see both, by the table's clock
 *   lose N            the next N bytes to the host vanish
 *   garble N          the next N bytes to the host have one bit wrong
 *   reset
 *
 * True when the switches changed. */
bool hands_turn(hands_t *hands, uint32_t now_ms);

#endif
