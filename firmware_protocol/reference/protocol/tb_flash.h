/* Constant tables in program memory. On most microcontrollers `const` is enough; an AVR would copy them to its RAM. */
#ifndef TB_FLASH_H
#define TB_FLASH_H

#include <string.h>

#if defined(__AVR__)
#include <avr/pgmspace.h>
#define TB_FLASH PROGMEM
#define tb_flash_copy(to, from, size) ((void)memcpy_P((to), (from), (size)))
#else
#define TB_FLASH
#define tb_flash_copy(to, from, size) ((void)memcpy((to), (from), (size)))
#endif

#endif
