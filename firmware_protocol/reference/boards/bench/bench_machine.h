/* What the bench table has instead of motors: timers. It shuffles, lifts walls and rolls dice, and reports each. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "tb_table.h"

#define MACHINE_ALL_SIDES 0x0Fu

/* Power-on: nothing moves, no wall is up. */
void machine_start(void);

/* Starts to shuffle, or begins it anew. */
void machine_shuffle(tb_table_t *table, uint32_t now_ms);

/* Starts to raise these sides, a bit each, one after the other; those that are up stay up. */
void machine_lift(uint8_t sides, uint32_t now_ms);

/* Starts a throw for a port. */
void machine_roll(tb_table_t *table, uint8_t purpose, uint8_t seat, uint32_t now_ms);

/* The throw is called off. */
void machine_stop_roll(void);

bool machine_lifts(void);
bool machine_rolls(void);

/* Goes on with whatever it does; stands still in the state fault. */
void machine_work(tb_table_t *table, bool tile_missing, uint32_t now_ms);

#endif
