/* The bench table: a table without a table. Switches stand for buttons and sensors, timers for motors, so that the
 * whole protocol can be seen on a bare microcontroller board (or on a host) before the real machine is there.
 *
 * A board for the bench table has the bsp_ functions of the line and the clock, and these.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

/* The switches, bits of bench_switches(). The first four are the dice buttons of the seats A..D. */
enum {
    BENCH_DICE_A,
    BENCH_DICE_B,
    BENCH_DICE_C,
    BENCH_DICE_D,
    BENCH_START,        /* button: start the machine, raise the walls */
    BENCH_COVER,        /* on while the cover is open */
    BENCH_JAM,          /* on while a tile is stuck */
    BENCH_TILE_MISSING, /* on while the counter finds too few tiles */
    BENCH_SENSOR_DIRTY, /* on while a sensor sees badly */
    BENCH_LOCK,         /* on: hosts may not command */
    BENCH_SWITCH_COUNT
};

/* How long the machine takes. A real one takes a minute for the first. */
#ifndef BENCH_SHUFFLE_MS
#define BENCH_SHUFFLE_MS 800u
#endif
#ifndef BENCH_LIFT_MS
#define BENCH_LIFT_MS 100u /* one side */
#endif
#ifndef BENCH_ROLL_MS
#define BENCH_ROLL_MS 300u
#endif

/* All switches as they are now, bouncing or not: bit n is set while switch n is on. */
uint16_t bench_switches(void);

/* Lights the lamp before a seat (0..3), or darkens it. */
void bench_lamp(uint8_t seat, bool on);

/* A number 1..6, by chance. */
uint8_t bench_die(void);

#endif
