#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* cfmakeraw */

#include "pty_line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "bench.h"

static const char *const switch_names[BENCH_SWITCH_COUNT] = {
    "dice_a", "dice_b", "dice_c", "dice_d", "start", "cover", "jam", "tile_missing", "sensor_dirty", "lock",
};

#define PRESS_MS 60u /* more than the bench table needs to be sure of a switch */

static int line_fd = -1;
static unsigned long to_lose;
static unsigned long to_garble;

static bool make_raw(int fd)
{
    struct termios settings;

    if (tcgetattr(fd, &settings) != 0)
        return false;
    cfmakeraw(&settings);
    return tcsetattr(fd, TCSANOW, &settings) == 0;
}

bool pty_line_open(const char *link)
{
    const char *name;

    line_fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (line_fd < 0 || grantpt(line_fd) != 0 || unlockpt(line_fd) != 0 || (name = ptsname(line_fd)) == NULL) {
        perror("no pseudo-terminal");
        return false;
    }
    /* Held open by us, too: without it, reading fails whenever no host has the terminal open. */
    if (!make_raw(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC))) {
        perror(name);
        return false;
    }
    if (link != NULL && ((unlink(link) != 0 && errno != ENOENT) || symlink(name, link) != 0)) {
        perror(link);
        return false;
    }
    printf("port %s\n", link != NULL ? link : name);
    fflush(stdout);
    return true;
}

bool pty_line_receive(uint8_t *byte)
{
    return read(line_fd, byte, 1) == 1;
}

void pty_line_send(uint8_t byte)
{
    if (to_lose > 0) {
        to_lose--;
        return;
    }
    if (to_garble > 0) {
        to_garble--;
        byte ^= 0x10u;
    }
    if (write(line_fd, &byte, 1) != 1)
        return; /* the buffer is full: nobody reads, as on a wire */
}

static bool read_line(char *line, size_t size, bool *ended)
{
    static char held[200];
    static size_t length;
    ssize_t count;

    while ((count = read(STDIN_FILENO, held + length, 1)) == 1) {
        if (held[length] == '\n') {
            held[length] = '\0';
            length = 0;
            snprintf(line, size, "%s", held);
            return true;
        }
        if (length < sizeof held - 1)
            length++;
    }
    *ended = count == 0;
    return false;
}

/* The bit of a switch, 0 for a name that is none. */
static uint16_t switch_named(const char *name)
{
    unsigned number;

    for (number = 0; number < BENCH_SWITCH_COUNT; number++) {
        if (strcmp(name, switch_names[number]) == 0)
            return (uint16_t)(1u << number);
    }
    return 0;
}

/* True when the switches changed. */
static bool obey(hands_t *hands, const char *line, uint32_t now_ms)
{
    char name[32] = "";
    unsigned long value = 0;
    uint16_t bit;

    if (strcmp(line, "reset") == 0) {
        hands->must_reset = true;
        return false;
    }
    if (sscanf(line, "lose %lu", &to_lose) == 1 || sscanf(line, "garble %lu", &to_garble) == 1)
        return false;
    if (sscanf(line, "press %31s", name) == 1)
        value = 1;
    else
        (void)sscanf(line, "switch %31s %lu", name, &value);
    bit = switch_named(name);
    if (bit == 0) {
        fprintf(stderr, "what is %s?\n", line);
        return false;
    }
    hands->switches = (uint16_t)(value != 0 ? hands->switches | bit : hands->switches & ~bit);
    if (line[0] == 'p') {
        hands->pressed = bit;
        hands->free_ms = now_ms + PRESS_MS;
    }
    return true;
}

bool hands_turn(hands_t *hands, uint32_t now_ms)
{
    char line[200];

    if ((int32_t)(now_ms - hands->free_ms) < 0)
        return false;
    if (hands->pressed != 0) {
        hands->switches = (uint16_t)(hands->switches & ~hands->pressed);
        hands->pressed = 0;
        hands->free_ms = now_ms + PRESS_MS;
        return true;
    }
    return read_line(line, sizeof line, &hands->is_over) && obey(hands, line, now_ms);
}
