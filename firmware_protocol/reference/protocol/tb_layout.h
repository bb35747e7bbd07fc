/* How the messages lie in their payload: the shape of the tables that generate.py writes from messages.toml. */
#ifndef TB_LAYOUT_H
#define TB_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "tb_flash.h"

typedef enum {
    TB_FIELD_UINT,   /* unsigned, little-endian, low..high */
    TB_FIELD_INT,    /* two's complement, little-endian, low..high */
    TB_FIELD_CHOICE, /* one byte: one of `high` values that begin at tb_choices[low] */
    TB_FIELD_FLAGS,  /* bits; those without a name are kept, a newer peer may know them */
    TB_FIELD_SWITCH, /* one byte, 0 or 1 */
    TB_FIELD_TEXT,   /* a length byte, then printable ASCII; in memory closed by a zero */
    TB_FIELD_LIST    /* a count byte, then one-byte numbers, each low..high */
} tb_field_kind_t;

typedef struct {
    uint8_t kind;   /* tb_field_kind_t */
    uint8_t offset; /* where it begins in the message's struct */
    uint8_t width;  /* bytes of a number: 1, 2 or 4 */
    uint8_t least;  /* fewest members of a list */
    uint8_t most;   /* most members of a list, or characters of a text */
    uint8_t later;  /* 1: came after its message; left out while it and all behind it are zero */
    uint32_t low;   /* of an INT: the bits of its int32_t */
    uint32_t high;
} tb_field_t;

typedef struct {
    uint8_t id;
    uint8_t from_table;  /* 1: the table sends it, 0: the host */
    uint8_t is_report;   /* 1: the host acknowledges it */
    uint8_t field_count;
    uint16_t first_field; /* in tb_fields */
    uint16_t capability;  /* the bit that hello must have for it; 0: none */
    uint16_t states;      /* of a command: bit n is set where it may be carried out in the state n */
} tb_layout_t;

/* All in program memory: read them with tb_flash_copy. */
extern const tb_layout_t tb_layouts[];
extern const tb_field_t tb_fields[];
extern const uint8_t tb_choices[];
extern const uint8_t tb_choice_minors[]; /* since which minor version each of them is there */
extern const uint16_t tb_next_states[]; /* by state: bit n is set where the state n may follow */

#endif
