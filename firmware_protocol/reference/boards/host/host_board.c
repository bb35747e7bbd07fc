/* The bench table as a program. It offers a pseudo-terminal to the host, by the name in TB_PORT_LINK where that is set,
 * obeys lines on stdin (see pty_line.h), and ends with its stdin. */
#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "bsp.h"
#include "pty_line.h"

#define SEATS 4u

static struct timespec power_on;
static hands_t hands;
static bool lamps[SEATS];
static uint32_t chance = 1;

uint32_t bsp_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)((now.tv_sec - power_on.tv_sec) * 1000 + (now.tv_nsec - power_on.tv_nsec) / 1000000);
}

bool bsp_receive(uint8_t *byte)
{
    return pty_line_receive(byte);
}

void bsp_send(const uint8_t *bytes, uint8_t size)
{
    uint8_t at;

    for (at = 0; at < size; at++)
        pty_line_send(bytes[at]);
}

void bsp_start(void)
{
    clock_gettime(CLOCK_MONOTONIC, &power_on);
    fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
    if (!pty_line_open(getenv("TB_PORT_LINK")))
        exit(1);
}

uint16_t bench_switches(void)
{
    return hands.switches;
}

void bench_lamp(uint8_t seat, bool on)
{
    if (lamps[seat] == on)
        return;
    lamps[seat] = on;
    printf("lamp %c %d\n", 'A' + seat, on);
    fflush(stdout);
}

uint8_t bench_die(void)
{
    chance = chance * 1103515245u + 12345u;
    return (uint8_t)(1u + (chance >> 16) % 6u);
}

/* As after a power cut: the same program from its first line, on a fresh terminal. */
static void reset(void)
{
    execl("/proc/self/exe", "bench_table", (char *)NULL);
    perror("reset");
    exit(1);
}

bool bsp_is_on(void)
{
    static const struct timespec pause = {0, 500000};

    (void)hands_turn(&hands, bsp_now_ms());
    if (hands.must_reset)
        reset();
    nanosleep(&pause, NULL);
    return !hands.is_over;
}
