/* Runs the firmware of an ATmega328P on an emulated one, with a pseudo-terminal as its serial line.
 *
 *   run_on_simavr FIRMWARE.elf [LINK]
 *
 * It obeys the lines of boards/host/pty_line.h on stdin, tells lamps on stdout, and ends with its stdin; then it tells how
 * much of the free RAM the stack has used.
 *
 * A test tool, no part of the firmware. It links libsimavr, which is free software under the GNU General Public
 * License, version 3: who gives the linked program away does so under that licence.
 */
#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_time.h>

#include "bench.h"
#include "pty_line.h"

#define STEP_US 100
#define HZ 16000000u
#define RAM_START 0x100u
#define PAINT 0xC5u

static avr_irq_t *to_mcu;
static bool mcu_takes = true;
static hands_t hands;
static struct timespec began;

static void on_byte_from_mcu(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    pty_line_send((uint8_t)value);
}

static void on_flow(avr_irq_t *irq, uint32_t value, void *takes)
{
    (void)irq;
    if (value != 0)
        mcu_takes = takes != NULL;
}

static void on_lamp(avr_irq_t *irq, uint32_t value, void *name)
{
    (void)irq;
    printf("lamp %s %u\n", (const char *)name, (unsigned)value);
    fflush(stdout);
}

/* The switches connect their pins to ground. */
static void set_pins(avr_t *avr)
{
    uint8_t number;

    for (number = 0; number < BENCH_SWITCH_COUNT; number++) {
        uint32_t port = number < 6 ? AVR_IOCTL_IOPORT_GETIRQ('C') : AVR_IOCTL_IOPORT_GETIRQ('D');
        int pin = number < 6 ? number : number - 6 + 4;

        uint32_t level = (hands.switches >> number & 1u) == 0;

        /* Both levels: what the pin had before a reset would else count as no change. */
        avr_raise_irq(avr_io_getirq(avr, port, pin), !level);
        avr_raise_irq(avr_io_getirq(avr, port, pin), level);
    }
}

/* Simulated time must not run ahead of the host's: heartbeats are real. */
static void wait_for_real_time(const avr_t *avr)
{
    struct timespec now;
    long long ahead_ns;

    clock_gettime(CLOCK_MONOTONIC, &now);
    ahead_ns = (long long)(avr->cycle * (1000000000ull / HZ))
        - ((long long)(now.tv_sec - began.tv_sec) * 1000000000ll + (now.tv_nsec - began.tv_nsec));
    if (ahead_ns > 1000000) {
        struct timespec pause = {0, (long)(ahead_ns < 20000000 ? ahead_ns : 20000000)};

        nanosleep(&pause, NULL);
    }
}

/* While the MCU sleeps: simulated time jumps on, and wait_for_real_time() keeps it from running ahead. */
static void on_sleep(avr_t *avr, avr_cycle_count_t how_long)
{
    (void)avr;
    (void)how_long;
}

static avr_cycle_count_t every_step(avr_t *avr, avr_cycle_count_t when, void *unused)
{
    uint8_t byte;

    (void)unused;
    if (hands_turn(&hands, (uint32_t)(avr->cycle / (HZ / 1000u))))
        set_pins(avr);
    if (mcu_takes && pty_line_receive(&byte))
        avr_raise_irq(to_mcu, byte);
    wait_for_real_time(avr);
    return when + avr_usec_to_cycles(avr, STEP_US);
}

static void connect_line(avr_t *avr)
{
    uint32_t flags = 0;

    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)AVR_UART_FLAG_STDIO;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    to_mcu = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte_from_mcu, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_flow, &mcu_takes);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_flow, NULL);
}

static void connect_lamps(avr_t *avr)
{
    static char names[4][2] = {"A", "B", "C", "D"};
    int seat;

    for (seat = 0; seat < 4; seat++)
        avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), seat), on_lamp, names[seat]);
}

/* The RAM that belongs to no variable is painted, so that the deepest the stack went can be seen at the end. */
static uint32_t free_ram(const avr_t *avr, const elf_firmware_t *firmware, uint32_t *first)
{
    *first = RAM_START + firmware->datasize + firmware->bsssize;
    return avr->ramend + 1u - *first;
}

static void tell_stack(const avr_t *avr, const elf_firmware_t *firmware)
{
    uint32_t first;
    uint32_t size = free_ram(avr, firmware, &first);
    uint32_t unused = 0;

    while (unused < size && avr->data[first + unused] == PAINT)
        unused++;
    printf("stack %u of %u\n", (unsigned)(size - unused), (unsigned)size);
}

static void power_on(avr_t *avr, const elf_firmware_t *firmware)
{
    uint32_t first;
    uint32_t size = free_ram(avr, firmware, &first);

    avr_reset(avr);
    memset(avr->data + first, PAINT, size);
    mcu_takes = true;
    set_pins(avr);
    avr_cycle_timer_register_usec(avr, STEP_US, every_step, NULL);
}

int main(int argc, char **argv)
{
    static elf_firmware_t firmware;
    avr_t *avr;
    int state = cpu_Running;

    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: run_on_simavr FIRMWARE.elf [LINK]\n");
        return 2;
    }
    if (elf_read_firmware(argv[1], &firmware) != 0 || (avr = avr_make_mcu_by_name("atmega328p")) == NULL)
        return 1;
    avr_init(avr);
    firmware.frequency = HZ;
    avr_load_firmware(avr, &firmware);
    avr->sleep = on_sleep;
    connect_line(avr);
    connect_lamps(avr);
    fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
    clock_gettime(CLOCK_MONOTONIC, &began);
    if (!pty_line_open(argc == 3 ? argv[2] : NULL))
        return 1;
    power_on(avr, &firmware);
    while (!hands.is_over && state != cpu_Done && state != cpu_Crashed) {
        state = avr_run(avr);
        if (hands.must_reset) {
            hands.must_reset = false;
            power_on(avr, &firmware);
        }
    }
    tell_stack(avr, &firmware);
    return hands.is_over ? 0 : 1;
}
