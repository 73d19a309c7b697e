// What nobody can be faster than.
// usage: race limit THREADS N SCRIPT   starts SCRIPT N times, reads what it prints, waits for it; prints p50 and p99 in µs, runs a
//                                      second, and processor time of a run in µs
//        race serve COMPLETION TOOL    the least server: it looks for the id, starts the script, and answers
//        race serve2 COMPLETION TOOL   the same, but a second process starts the script for it, as a helper does
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int run(char *script, char *out, size_t room) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return -1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  char *argv[] = {script, NULL};
  pid_t pid;
  int error = posix_spawn(&pid, script, &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  size_t length = 0;
  ssize_t more;
  while (!error && length < room && (more = read(ends[0], out + length, room - length)) > 0) length += more;
  close(ends[0]);
  int status = 1;
  if (!error) waitpid(pid, &status, 0);
  return status ? -1 : (int)length;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static double cpu(int who) {
  struct rusage used;
  getrusage(who, &used);
  return used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static char *limited;
static int each;
static double *took;

// More than any script measured here prints; only what is written to takes memory.
#define ROOM (16 << 20)

static void *work(void *first) {
  char *out = malloc(ROOM);
  for (int i = 0; i < each; i++) {
    double begun = now();
    if (!out || run(limited, out, ROOM) < 0) exit(1);
    ((double *)first)[i] = now() - begun;
  }
  free(out);
  return NULL;
}

static int rising(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int limit(int threads, int n, char *script) {
  limited = script;
  each = n / threads;
  n = each * threads;
  took = calloc(n, sizeof *took);
  char *out = malloc(ROOM);
  for (int i = 0; i < 20 && i < n; i++) run(script, out, ROOM);
  free(out);
  pthread_t thread[threads];
  double used = cpu(RUSAGE_SELF) + cpu(RUSAGE_CHILDREN), begun = now();
  for (int i = 0; i < threads; i++) pthread_create(&thread[i], NULL, work, took + i * each);
  for (int i = 0; i < threads; i++) pthread_join(thread[i], NULL);
  double all = now() - begun;
  used = cpu(RUSAGE_SELF) + cpu(RUSAGE_CHILDREN) - used;
  qsort(took, n, sizeof *took, rising);
  printf("%.1f %.1f %.1f %.1f\n", 1e6 * took[n / 2], 1e6 * took[n * 99 / 100], n / all, 1e6 * used / n);
  return 0;
}

static int to_helper[2], from_helper[2];

// Nothing here is longer than what a pipe passes on in one piece.
static int run_by_helper(char *script, char *out, size_t room) {
  static char all[PIPE_BUF];
  int length = 0;
  if (write(to_helper[1], script, strlen(script) + 1) < 0) return -1;
  ssize_t size = read(from_helper[0], all, sizeof all) - sizeof length;
  if (size < 0 || (size_t)size > room) return -1;
  memcpy(&length, all, sizeof length);
  memcpy(out, all + sizeof length, size);
  return length;
}

static int helper(void) {
  char script[PIPE_BUF], all[PIPE_BUF];
  close(to_helper[1]);
  while (read(to_helper[0], script, sizeof script) > 0) {
    int length = run(script, all + sizeof length, sizeof all - sizeof length);
    memcpy(all, &length, sizeof length);
    if (write(from_helper[1], all, sizeof length + (length < 0 ? 0 : length)) < 0) return 1;
  }
  return 0;
}

static int (*start)(char *script, char *out, size_t room) = run;

// Good enough for the lines of one client that is known.
static int serve(char *completion, char *tool) {
  static char line[1 << 16], out[1 << 16], text[1 << 17];
  while (fgets(line, sizeof line, stdin)) {
    char *id = strstr(line, "\"id\":");
    if (!id) continue;
    id += 5;
    int digits = strspn(id, "0123456789");
    if (strstr(line, "\"initialize\"")) {
      dprintf(1, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
        "\"serverInfo\":{\"name\":\"least\",\"version\":\"1\"}}}\n", digits, id);
      continue;
    }
    int completes = strstr(line, "\"completion/complete\"") != NULL;
    int length = start(completes ? completion : tool, out, sizeof out);
    while (length > 0 && out[length - 1] == '\n') length--;
    int size = snprintf(text, sizeof text, completes
      ? "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{\"completion\":{\"values\":%.*s,\"hasMore\":false}}}\n"
      : "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"%.*s\"}]}}\n",
      digits, id, length < 0 ? 0 : length, out);
    if (length < 0 || write(1, text, size) != size) return 1;
  }
  return 0;
}

int main(int count, char **words) {
  if (count == 5 && !strcmp(words[1], "limit")) return limit(atoi(words[2]), atoi(words[3]), words[4]);
  if (count == 4 && !strcmp(words[1], "serve")) return serve(words[2], words[3]);
  if (count == 4 && !strcmp(words[1], "serve2")) {
    if (pipe2(to_helper, O_CLOEXEC) || pipe2(from_helper, O_CLOEXEC)) return 1;
    pid_t pid = fork();
    if (pid == 0) return helper();
    start = run_by_helper;
    return pid < 0 || serve(words[2], words[3]);
  }
  return 2;
}
