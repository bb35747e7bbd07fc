/* The main loop, the same on every board. */
#include "bsp.h"

int main(void)
{
    static tb_table_t table;

    bsp_start();
    tb_table_start(&table, bsp_now_ms());
    bsp_machine_start(&table, bsp_now_ms());
    while (bsp_is_on()) {
        tb_table_turn(&table, bsp_now_ms());
        bsp_machine_turn(&table, bsp_now_ms());
    }
    return 0;
}
