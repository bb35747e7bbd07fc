/* Written from messages.toml by generate.py; do not edit by hand. */
#ifndef TB_NAMES_H
#define TB_NAMES_H

extern const char *const tb_message_names[]; /* in the order of tb_layouts */
extern const char *const tb_field_names[];   /* in the order of tb_fields */

#endif
