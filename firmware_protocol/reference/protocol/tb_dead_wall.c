#include "tb_dead_wall.h"

#define SEATS 4u
#define INDICATOR 3u /* the third stack from the end of the tail */

void tb_dead_wall_of(uint8_t dealer, uint8_t total, const uint8_t stacks[4], tb_dead_wall_t *found)
{
    uint8_t side = (uint8_t)((dealer - TB_PORT_A + total - 1u) % SEATS);

    if (total >= INDICATOR) {
        found->stack = (uint8_t)(total - INDICATOR);
    } else { /* the tail goes on round the corner, at the left end of the wall of the next seat */
        side = (uint8_t)((side + 1u) % SEATS);
        found->stack = (uint8_t)(stacks[side] - (INDICATOR - total));
    }
    found->side = (uint8_t)(TB_PORT_A + side);
}
