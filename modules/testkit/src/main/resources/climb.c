/* What a script can do to other processes of its user:

     climb LINE PID...              write LINE wherever these processes have something open; print each way that led there
     climb hold PID FD PROGRAM...   take a copy of that descriptor of the process, and become the program

   The ways are the names in /proc (proc_pid_fd(5)), a copy by pidfd_getfd(2), ptrace(2), and /proc/PID/mem. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { HIGHEST = 64, PIDFD_OPEN = 434, PIDFD_GETFD = 438 };

/* Files are spared: the product should be whole if this succeeds. */
static void write_to(int descriptor, const char *line) {
  struct stat status;
  if (fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode)) {
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    if (write(descriptor, line, strlen(line)) < 0 || write(descriptor, "\n", 1) < 0) {
      printf("(not written) ");
    }
  }
}

static int copy_of(int pid, int descriptor) {
  int process = syscall(PIDFD_OPEN, pid, 0);
  int copy = syscall(PIDFD_GETFD, process, descriptor, 0);
  close(process);
  return copy;
}

static void climb(int pid, const char *line) {
  char path[64];
  for (int number = 0; number < HIGHEST; number++) {
    snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, number);
    int named = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY);
    int copy = copy_of(pid, number);
    if (named >= 0) {
      printf("%s\n", path);
      write_to(named, line);
      close(named);
    }
    if (copy >= 0) {
      printf("copy of %s\n", path);
      write_to(copy, line);
      close(copy);
    }
  }
  snprintf(path, sizeof path, "/proc/%d/mem", pid);
  int memory = open(path, O_RDWR);
  if (memory >= 0) {
    printf("%s\n", path);
    close(memory);
  }
  if (ptrace(PTRACE_SEIZE, pid, 0, 0) == 0) {
    printf("trace of %d\n", pid);
  }
}

int main(int count, char **words) {
  signal(SIGPIPE, SIG_IGN); /* one end of a channel takes nothing */
  if (count > 4 && strcmp(words[1], "hold") == 0) {
    int copy = copy_of(atoi(words[2]), atoi(words[3]));
    if (copy < 0 || fcntl(copy, F_SETFD, 0) != 0) {
      perror("climb");
      return 1;
    }
    execvp(words[4], words + 4);
    perror(words[4]);
    return 1;
  }
  for (int word = 2; word < count; word++) {
    climb(atoi(words[word]), words[1]);
  }
  printf("checked %d\n", count - 2);
  return 0;
}
