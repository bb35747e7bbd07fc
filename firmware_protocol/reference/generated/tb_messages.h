/* Written from messages.toml by generate.py; do not edit by hand. */
#ifndef TB_MESSAGES_H
#define TB_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#define TB_PROTOCOL_MAJOR 1
#define TB_PROTOCOL_MINOR 1
#define TB_PAYLOAD_MAX 59
#define TB_REPORT_PAYLOAD_MAX 25 /* of the longest report */
#define TB_COMMAND_PAYLOAD_MAX 5 /* of the longest command */
#define TB_MESSAGE_COUNT 28
#define TB_START_STATE TB_TABLE_STATE_IDLE

#define TB_HEARTBEAT_MS 500u /* The table sends a heartbeat this often, with or without a host. */
#define TB_HEARTBEAT_LOSS_MS 2500u /* A host that hears no valid frame for so long calls the line lost. */
#define TB_HELLO_REPEAT_MS 500u /* A host repeats its hello_request this often until a hello comes. */
#define TB_HELLO_TIMEOUT_MS 3000u /* A host gives a port up that has not said hello by then. */
/* A table with the capability `resends` waits so long for an ack before it sends the report again. */
#define TB_RESEND_MS 200u
#define TB_RESEND_TRIES 3u /* So often it sends the report again, then gives it up. */
/* Either side sends at most one nak for damaged or unknown frames in this time, so that noise cannot feed itself. */
#define TB_NAK_PAUSE_MS 100u
#define TB_POWER_ON_MS 2000u /* A table says hello at the latest so long after power-on or reset. */
#define TB_HELLO_ANSWER_MS 100u /* A table answers a hello_request within this time, whatever its motors do. */
#define TB_REPORT_DELAY_MS 50u /* A report leaves the table at the latest so long after its `at_ms`. */
/* A table answers a command within this time, by command_ack or table_nak; the work itself may take longer and is told
 * by reports. */
#define TB_COMMAND_ANSWER_MS 200u
/* A host that gets no answer sends the command so often again, under its old sequence number, `command_answer_ms`
 * apart. */
#define TB_COMMAND_TRIES 3u
/* A command that comes again under its old sequence number within this time is answered again, never carried out
 * again. */
#define TB_COMMAND_MEMORY_MS 2000u

/* A side of the table and the seat behind it, counter-clockwise seen from above. */
enum {
    TB_PORT_A = 1,
    TB_PORT_B = 2,
    TB_PORT_C = 3,
    TB_PORT_D = 4
};

/* A wind. */
enum {
    TB_WIND_EAST = 1,
    TB_WIND_SOUTH = 2,
    TB_WIND_WEST = 3,
    TB_WIND_NORTH = 4
};

/* What the table does with the set on the cloth or the next to come. Another set may be shuffled meanwhile. */
enum {
    TB_TABLE_STATE_IDLE = 1,
    TB_TABLE_STATE_SHUFFLING = 2,
    TB_TABLE_STATE_BUILT = 3,
    TB_TABLE_STATE_RAISED = 4,
    TB_TABLE_STATE_DICE = 5,
    TB_TABLE_STATE_PLAYING = 6,
    TB_TABLE_STATE_CLOSING = 7,
    TB_TABLE_STATE_FAULT = 8
};

/* What a throw decides. */
enum {
    TB_DICE_PURPOSE_DEALER = 1,
    TB_DICE_PURPOSE_WALL_BREAK = 2
};

/* Which button was pressed; a table has the ones it has. */
enum {
    TB_BUTTON_KIND_RAISE_WALLS = 1,
    TB_BUTTON_KIND_THROW_DICE = 2,
    TB_BUTTON_KIND_RIICHI = 3,
    TB_BUTTON_KIND_WIN = 4,
    TB_BUTTON_KIND_END_HAND = 5,
    TB_BUTTON_KIND_OPEN_COVER = 6,
    TB_BUTTON_KIND_SELECT_MODE = 7,
    TB_BUTTON_KIND_RESET = 8,
    TB_BUTTON_KIND_CONTINUATION = 9,
    TB_BUTTON_KIND_VOID_CHARACTERS = 10,
    TB_BUTTON_KIND_VOID_DOTS = 11,
    TB_BUTTON_KIND_VOID_BAMBOO = 12
};

/* From when a tile-count mode holds. */
enum {
    TB_MODE_APPLIES_NOW = 1,
    TB_MODE_APPLIES_NEXT_SET = 2
};

/* How a table knows the points of a seat. */
enum {
    TB_POINTS_SOURCE_STICKS = 1,
    TB_POINTS_SOURCE_DISPLAY = 2
};

/* A part of the table that tests itself. */
enum {
    TB_TEST_PART_MEMORY = 1,
    TB_TEST_PART_SHUFFLER = 2,
    TB_TEST_PART_COUNTER = 3,
    TB_TEST_PART_LIFTS = 4,
    TB_TEST_PART_COVER = 5,
    TB_TEST_PART_DICE = 6,
    TB_TEST_PART_LAMPS = 7,
    TB_TEST_PART_TRAYS = 8
};

/* A lamp of a seat. */
enum {
    TB_LAMP_KIND_DEALER = 1,
    TB_LAMP_KIND_TURN = 2,
    TB_LAMP_KIND_RIICHI = 3,
    TB_LAMP_KIND_ATTENTION = 4
};

/* How a lamp shines. */
enum {
    TB_LAMP_MODE_OFF = 1,
    TB_LAMP_MODE_ON = 2,
    TB_LAMP_MODE_BLINK = 3
};

/* Why a frame was refused. */
enum {
    TB_NAK_REASON_BAD_FRAME = 1,
    TB_NAK_REASON_BAD_CONTENT = 2,
    TB_NAK_REASON_UNKNOWN_TYPE = 3,
    TB_NAK_REASON_NO_CAPABILITY = 4,
    TB_NAK_REASON_NOT_PERMITTED = 5,
    TB_NAK_REASON_BUSY = 6,
    TB_NAK_REASON_WRONG_STATE = 7
};

/* What is wrong with the table. */
enum {
    TB_FAULT_CODE_JAM = 1,
    TB_FAULT_CODE_TILE_MISSING = 2,
    TB_FAULT_CODE_TILE_EXTRA = 3,
    TB_FAULT_CODE_LIFT_BLOCKED = 4,
    TB_FAULT_CODE_SENSOR_DIRTY = 5,
    TB_FAULT_CODE_MOTOR_OVERLOAD = 6,
    TB_FAULT_CODE_DOOR_OPEN = 7,
    TB_FAULT_CODE_DICE_UNREADABLE = 8,
    TB_FAULT_CODE_VOLTAGE_LOW = 9,
    TB_FAULT_CODE_SELF_TEST_FAILED = 10,
    TB_FAULT_CODE_COVER_REOPENED = 11,
    TB_FAULT_CODE_SETS_MIXED = 12,
    TB_FAULT_CODE_TILE_FACE_UP = 13,
    TB_FAULT_CODE_STACK_SHORT = 14,
    TB_FAULT_CODE_MOTOR_STALLED = 15,
    TB_FAULT_CODE_MOTOR_HOT = 16,
    TB_FAULT_CODE_TRAY_BLOCKED = 17,
    TB_FAULT_CODE_STICK_UNREADABLE = 18,
    TB_FAULT_CODE_LAMP_FAILED = 19,
    TB_FAULT_CODE_SETTINGS_LOST = 20
};

/* Some of the four sides. */
#define TB_SIDES_A 1u
#define TB_SIDES_B 2u
#define TB_SIDES_C 4u
#define TB_SIDES_D 8u

/* What the table can report, and which commands it knows; bits that a host does not know are ignored. */
#define TB_CAPABILITY_WALL_SIDES 1u
#define TB_CAPABILITY_DICE 2u
#define TB_CAPABILITY_DEAD_WALL 4u
#define TB_CAPABILITY_BUTTONS 8u
#define TB_CAPABILITY_TILE_COUNT_MODES 16u
#define TB_CAPABILITY_RESENDS 32u
#define TB_CAPABILITY_STATES 64u
#define TB_CAPABILITY_SEAT_POINTS 128u
#define TB_CAPABILITY_DEALS 256u
#define TB_CAPABILITY_ABILITIES 512u
#define TB_CAPABILITY_CAN_RAISE_WALLS 1024u
#define TB_CAPABILITY_CAN_ROLL_DICE 2048u
#define TB_CAPABILITY_CAN_OPEN_COVER 4096u
#define TB_CAPABILITY_CAN_SET_MODE 8192u
#define TB_CAPABILITY_CAN_SET_LAMP 16384u
#define TB_CAPABILITY_CAN_SET_DISPLAY 32768u

/* The messages' ids. */
enum {
    TB_ID_HELLO = 0x01,
    TB_ID_HEARTBEAT = 0x02,
    TB_ID_HELLO_REQUEST = 0x03,
    TB_ID_ACK = 0x04,
    TB_ID_HOST_NAK = 0x05,
    TB_ID_TABLE_NAK = 0x7F,
    TB_ID_SET_COMPLETE = 0x10,
    TB_ID_WALL_RAISED = 0x11,
    TB_ID_DICE = 0x12,
    TB_ID_DEAD_WALL = 0x13,
    TB_ID_BUTTON = 0x14,
    TB_ID_FAULT = 0x15,
    TB_ID_TILE_COUNT_MODE = 0x16,
    TB_ID_ABILITIES = 0x17,
    TB_ID_STATE_CHANGED = 0x18,
    TB_ID_DEAL = 0x19,
    TB_ID_DEALER_LAMP = 0x1A,
    TB_ID_STICK_TRAY = 0x1B,
    TB_ID_POINTS = 0x1C,
    TB_ID_ROUND_COUNTER = 0x1D,
    TB_ID_SELF_TEST = 0x1E,
    TB_ID_COMMAND_ACK = 0x06,
    TB_ID_RAISE_WALLS = 0x20,
    TB_ID_ROLL_DICE = 0x21,
    TB_ID_OPEN_COVER = 0x22,
    TB_ID_SET_MODE = 0x23,
    TB_ID_SET_LAMP = 0x24,
    TB_ID_SET_DISPLAY = 0x25
};

/* Who the table is. Sent after power-on and in answer to every hello_request. */
typedef struct {
    uint8_t protocol_major; /* 0..255: major version spoken */
    uint8_t protocol_minor; /* 0..255: minor version spoken */
    uint32_t uptime_ms; /* 0..4294967295: table clock: since power-on, wraps after 49.7 days */
    uint16_t capabilities; /* what this table reports */
    char vendor[13]; /* maker */
    char model[13]; /* model */
    char firmware[10]; /* firmware version */
    char serial_number[13]; /* unique for this vendor and model; a host recognises the table by it */
} tb_hello_t;

/* The table is alive. Not acknowledged. */
typedef struct {
    uint32_t uptime_ms; /* 0..4294967295: table clock; smaller than before means the table restarted */
} tb_heartbeat_t;

/* Asks for a hello. The table answers at once, whatever it is doing. */
typedef struct {
    uint8_t protocol_major; /* 0..255: major version the host speaks */
    uint8_t protocol_minor; /* 0..255: minor version the host speaks */
} tb_hello_request_t;

/* A report arrived whole. A table without the capability `resends` may ignore it. */
typedef struct {
    uint8_t acknowledged; /* 0..255: sequence number of the report */
} tb_ack_t;

/* The host could not use a frame of the table. Never answered; a table that resends may do so at once. */
typedef struct {
    uint8_t reason; /* why */
    uint8_t refused; /* 0..255: sequence number of the refused frame, 0 if it could not be read */
} tb_host_nak_t;

/* The table could not use a frame of the host. Never answered. */
typedef struct {
    uint8_t reason; /* why */
    uint8_t refused; /* 0..255: sequence number of the refused frame, 0 if it could not be read */
} tb_table_nak_t;

/* A set of tiles is counted and built inside the table, ready to be raised. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t tiles; /* 0..200: tiles in the set */
    uint8_t tile_set; /* 0..2: which of two sets, 1 or 2; 0 where the table has one */
} tb_set_complete_t;

/* One side of the wall stands on the cloth. Sent once a side. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t side; /* the seat this wall stands before */
    uint8_t stacks; /* 0..25: stacks of two tiles in it; 17 or 18, fewer where the table has already dealt */
} tb_wall_raised_t;

/* A throw has come to rest. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t purpose; /* what the throw decides */
    uint8_t seat; /* who pressed the dice button */
    uint8_t values_count; /* 2..3 */
    uint8_t values[3]; /* one number a die */
} tb_dice_t;

/* Where the first indicator lies. A table that reads its dice can work this out. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t side; /* the wall that holds the indicator */
    /* 0..24: counted from 0 at the right end of that wall as the seat behind it sees it; the indicator is its upper
     * tile */
    uint8_t stack;
    uint8_t turned; /* 1 where the machine has already turned the indicator face up */
} tb_dead_wall_t;

/* A button was pressed (not: is held). */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t seat; /* whose button */
    uint8_t button; /* which one */
} tb_button_t;

/* Something is wrong, or has come right again. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t code; /* what */
    uint8_t active; /* 1 when it appears, 0 when it is gone */
} tb_fault_t;

/* How many tiles a set has. Sent after the hello of a new host, and when the mode is changed. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t tiles; /* 1..200: usual are 108, 112, 136, 144, 148 and 152 */
    uint8_t applies; /* from when it holds */
} tb_tile_count_mode_t;

/* What the table has, for the capability `abilities`. Sent after each hello, and when it changes. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t dice; /* 0..3: dice of one throw: 2 or 3, 0 where there are none */
    uint8_t tile_sets; /* 1..2: 2 where two sets with different backs alternate */
    uint8_t turns_indicator; /* 1 where the machine turns the indicator of the dead wall */
    uint8_t dealer_lamp; /* 1 where a running lamp chooses the dealer */
    uint8_t tile_counts_count; /* 1..16 */
    uint8_t tile_counts[16]; /* the tile-count modes it can be set to */
} tb_abilities_t;

/* The table changed its state. Sent after the hello of a new host, too. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t state; /* the new state */
    uint8_t tile_set; /* 0..2: the set on the cloth or next to come up, 1 or 2; 0 where the table has one */
} tb_state_changed_t;

/* Hands dealt by the machine, and what that left of the walls. Sent once, after the last wall_raised. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t hands_count; /* 4..4 */
    uint8_t hands[4]; /* tiles dealt to the seats A, B, C, D */
    uint8_t walls_count; /* 4..4 */
    uint8_t walls[4]; /* tiles left in the walls before A, B, C, D */
} tb_deal_t;

/* The lamp that shows who deals stands still at a seat. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t seat; /* who deals */
    uint8_t chosen; /* 1 when the running lamp chose the seat by chance, 0 when it was moved on */
} tb_dealer_lamp_t;

/* The tray for riichi sticks of a seat holds another number of them. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t seat; /* whose tray */
    uint8_t sticks; /* 0..40: riichi sticks in it now */
} tb_stick_tray_t;

/* The points of a seat have changed and are steady again. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t seat; /* whose points */
    int32_t points; /* -1000000..1000000: what the seat has now; below zero when it owes */
    uint8_t source; /* how the table knows */
} tb_points_t;

/* The counter of rounds and continuations shows something else. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t prevailing; /* wind of the round */
    uint8_t seat; /* who deals */
    uint8_t continuation; /* 0..99: hands since the dealer began that are counted on */
} tb_round_counter_t;

/* A part of the table has tested itself. Sent once a part after power-on, and not again for a later host. */
typedef struct {
    uint32_t at_ms; /* 0..4294967295: table clock when it happened */
    uint8_t part; /* what was tested */
    uint8_t passed; /* 1 when it works; 0 comes with the fault self_test_failed */
} tb_self_test_t;

/* A command is accepted and begins. What comes of it is told by reports. */
typedef struct {
    uint8_t accepted; /* 0..255: sequence number of the command */
} tb_command_ack_t;

/* Command: raise the walls of the built set. */
typedef struct {
    uint8_t sides; /* which walls, usually all four (0x0F) */
} tb_raise_walls_t;

/* Command: throw the dice. */
typedef struct {
    uint8_t purpose; /* what the throw decides, told again in the dice report */
    uint8_t seat; /* for whom */
} tb_roll_dice_t;

/* Command: open the cover, or close it. */
typedef struct {
    uint8_t open; /* 1 open, 0 close */
} tb_open_cover_t;

/* Command: another tile-count mode, from the next set that is built. A tile_count_mode report follows. */
typedef struct {
    uint8_t tiles; /* 1..200: one of the counts in abilities */
} tb_set_mode_t;

/* Command: switch a lamp of a seat. */
typedef struct {
    uint8_t seat; /* whose lamp */
    uint8_t lamp; /* which one */
    uint8_t mode; /* how it shines */
} tb_set_lamp_t;

/* Command: show points on the display of a seat. */
typedef struct {
    uint8_t seat; /* whose display */
    int32_t points; /* -1000000..1000000: what to show */
} tb_set_display_t;

/* Any message: `id` says which member of `as` holds. */
typedef struct {
    uint8_t id;
    union {
        tb_hello_t hello;
        tb_heartbeat_t heartbeat;
        tb_hello_request_t hello_request;
        tb_ack_t ack;
        tb_host_nak_t host_nak;
        tb_table_nak_t table_nak;
        tb_set_complete_t set_complete;
        tb_wall_raised_t wall_raised;
        tb_dice_t dice;
        tb_dead_wall_t dead_wall;
        tb_button_t button;
        tb_fault_t fault;
        tb_tile_count_mode_t tile_count_mode;
        tb_abilities_t abilities;
        tb_state_changed_t state_changed;
        tb_deal_t deal;
        tb_dealer_lamp_t dealer_lamp;
        tb_stick_tray_t stick_tray;
        tb_points_t points;
        tb_round_counter_t round_counter;
        tb_self_test_t self_test;
        tb_command_ack_t command_ack;
        tb_raise_walls_t raise_walls;
        tb_roll_dice_t roll_dice;
        tb_open_cover_t open_cover;
        tb_set_mode_t set_mode;
        tb_set_lamp_t set_lamp;
        tb_set_display_t set_display;
    } as;
} tb_message_t;

#endif
