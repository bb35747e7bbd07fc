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

/* One line from stdin without waiting. False when there is none; `*ended` when there will never be one. */
bool control_line(char *line, int size, bool *ended);

/* Obeys "switch NAME 0|1" (the switches of bench.h), "lose N" (the next N bytes to the host vanish) and "garble N" (the
 * next N have one bit wrong). False where the line says something else. */
bool control_obey(const char *line, uint16_t *switches);

#endif
