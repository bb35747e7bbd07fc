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

bool control_line(char *line, int size, bool *ended)
{
    static char held[200];
    static int length;
    ssize_t count;

    while ((count = read(STDIN_FILENO, held + length, 1)) == 1) {
        if (held[length] == '\n') {
            held[length] = '\0';
            length = 0;
            snprintf(line, (size_t)size, "%s", held);
            return true;
        }
        if (length < (int)sizeof held - 1)
            length++;
    }
    *ended = count == 0;
    return false;
}

bool control_obey(const char *line, uint16_t *switches)
{
    char name[32];
    unsigned long value;
    unsigned number;

    if (sscanf(line, "lose %lu", &to_lose) == 1 || sscanf(line, "garble %lu", &to_garble) == 1)
        return true;
    if (sscanf(line, "switch %31s %lu", name, &value) != 2)
        return false;
    for (number = 0; number < BENCH_SWITCH_COUNT; number++) {
        if (strcmp(name, switch_names[number]) == 0) {
            *switches = (uint16_t)(value != 0 ? *switches | 1u << number : *switches & ~(1u << number));
            return true;
        }
    }
    return false;
}
