/* The parts of the probe: a program that lets a test on the host talk to the C code in lines of text. */
#ifndef PROBE_H
#define PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads hex digits, "-" for none. Returns how many bytes, or -1 where there are more than `room` or it is no hex. */
long bytes_of(const char *hex, uint8_t *bytes, size_t room);

/* Prints bytes as hex, "-" for none. */
void print_hex(const uint8_t *bytes, size_t size);

/* Obeys one line about the table's session; false where it is about something else. */
bool obey_session(const char *line);

/* The same for the whole table. */
bool obey_table(const char *line);

/* What bsp_hello says from now on. */
void set_capabilities(uint16_t bits);

/* "dead_wall DEALER TOTAL": the port and the stack of the indicator, 17 stacks a side. */
bool obey_dead_wall(const char *line);

#endif
