/* Where the indicator lies, for a table that reads its dice: riichi, 136 tiles, dead wall of seven stacks. */
#ifndef TB_DEAD_WALL_H
#define TB_DEAD_WALL_H

#include <stdint.h>

#include "tb_messages.h"

/* `dealer` (a TB_PORT_…) threw `total` pips, 2..12; `stacks` stand before A..D. Counter-clockwise from the dealer the
 * total names the side; as many stacks stay at that side's right end, and the third of the tail bears the indicator.
 * Fills in `side` and `stack`. */
void tb_dead_wall_of(uint8_t dealer, uint8_t total, const uint8_t stacks[4], tb_dead_wall_t *found);

#endif
