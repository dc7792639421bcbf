/*
 * What a thread is slower by that is stopped again and again as HotSpot stops one to look at its stack (os_posix.cpp, SR_handler): a
 * signal, a semaphore by which it says that it stands, a wait in the handler, a second signal, and a semaphore by which it says that it
 * goes on. No JVM is in it: what remains is the price of the kernel and of this machine.
 *
 *     stoppedThread PERIOD_US HOLD_US SECONDS  ->  a line for each pair of phases: CPU ns of a unit without stops, with them, stops
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PHASES 8
#define STEPS 5000

static sem_t stands, goesOn;
static atomic_int mayGoOn = 1, isStopping = 0;
static atomic_long units = 0, cpuNs = 0, stops = 0;

static long nsOf(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void onSignal(int signal) {
    int before = errno;
    if (!atomic_load(&mayGoOn)) {
        sigset_t others;
        sigfillset(&others);
        sigdelset(&others, signal);
        sem_post(&stands);
        while (!atomic_load(&mayGoOn)) sigsuspend(&others);
        sem_post(&goesOn);
    }
    errno = before;
}

static void *calculate(void *unused) {
    volatile unsigned result = 0;
    for (;;) {
        unsigned sum = 1;
        for (int i = 0; i < STEPS; i++) sum = sum * 31 + (sum >> 7) + i;
        result += sum;
        atomic_fetch_add(&units, 1);
        atomic_store(&cpuNs, nsOf(CLOCK_THREAD_CPUTIME_ID));
    }
    return unused;
}

static void awaitSemaphore(sem_t *semaphore) {
    while (sem_wait(semaphore) != 0) {}
}

static void stop(pthread_t thread, long holdNs) {
    atomic_store(&mayGoOn, 0);
    pthread_kill(thread, SIGUSR2);
    awaitSemaphore(&stands);
    long untilNs = nsOf(CLOCK_MONOTONIC) + holdNs;
    while (nsOf(CLOCK_MONOTONIC) < untilNs) {}
    atomic_store(&mayGoOn, 1);
    pthread_kill(thread, SIGUSR2);
    awaitSemaphore(&goesOn);
    atomic_fetch_add(&stops, 1);
}

static double phase(pthread_t thread, long periodNs, long holdNs, long phaseNs) {
    long unitsBefore = atomic_load(&units), cpuBefore = atomic_load(&cpuNs);
    long untilNs = nsOf(CLOCK_MONOTONIC) + phaseNs;
    struct timespec pause = {periodNs / 1000000000L, periodNs % 1000000000L};
    while (nsOf(CLOCK_MONOTONIC) < untilNs) {
        nanosleep(&pause, NULL);
        if (isStopping) stop(thread, holdNs);
    }
    return (double)(atomic_load(&cpuNs) - cpuBefore) / (atomic_load(&units) - unitsBefore);
}

int main(int count, char **words) {
    if (count != 4) return 2;
    long periodNs = atol(words[1]) * 1000, holdNs = atol(words[2]) * 1000;
    long phaseNs = (long)(atof(words[3]) * 1e9) / (2 * PHASES);
    struct sigaction action = {.sa_handler = onSignal, .sa_flags = SA_RESTART};
    pthread_t thread;
    sigaction(SIGUSR2, &action, NULL);
    sem_init(&stands, 0, 0);
    sem_init(&goesOn, 0, 0);
    pthread_create(&thread, NULL, calculate, NULL);
    for (int i = 0; i < PHASES; i++) {
        isStopping = 0;
        double free = phase(thread, periodNs, holdNs, phaseNs);
        isStopping = 1;
        atomic_store(&stops, 0);
        double stopped = phase(thread, periodNs, holdNs, phaseNs);
        printf("%.1f %.1f %ld\n", free, stopped, atomic_load(&stops));
    }
    return 0;
}
