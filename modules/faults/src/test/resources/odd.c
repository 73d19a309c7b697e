/* Processes that are seldom seen. Each says the words at the gate, a FIFO, and stays for so many seconds.

   odd leaderless SECONDS GATE WORDS   its first thread has ended, so it looks dead, and another goes on
   odd traced SECONDS GATE WORDS       traced by a grandchild that waits for nobody
   odd parting SECONDS GATE WORDS      traced in the same way, and ends when the grandchild has said the words */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <unistd.h>

static char **words;

static void say(void) {
  int gate = open(words[3], O_WRONLY);
  if (gate < 0) exit(1);
  dprintf(gate, "%s\n", words[4]);
  close(gate);
}

static void stay(void) {
  sleep(atoi(words[2]));
  _exit(0);
}

static char state(void) {
  char stat[512];
  int file = open("/proc/self/stat", O_RDONLY);
  ssize_t length = read(file, stat, sizeof stat - 1);
  close(file);
  stat[length < 0 ? 0 : length] = 0;
  char *end = strrchr(stat, ')');
  return end ? end[2] : '?';
}

static void *go_on(void *nothing) {
  while (state() != 'Z') usleep(1000);
  say();
  stay();
  return nothing;
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  words = arguments;
  if (!strcmp(words[1], "leaderless")) {
    pthread_t other;
    if (pthread_create(&other, NULL, go_on, NULL)) return 1;
    pthread_exit(NULL);
  }
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  pid_t leader = getpid();
  int said[2];
  if (pipe(said)) return 1;
  if (fork() == 0) {
    if (fork() == 0) {
      setsid();
      if (ptrace(PTRACE_SEIZE, leader, 0, 0)) return 1;
      say();
      if (write(said[1], "", 1) != 1) return 1;
    }
  } else if (!strcmp(words[1], "parting")) {
    char end;
    return read(said[0], &end, 1) != 1;
  }
  stay();
}
