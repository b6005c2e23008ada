// Code that starts and ends other processes.
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

extern char **environ;

// dies: fork or clone if x < 0
double forks(double x) {
  if (x < 0)
    fork();
  return x * x; // overflow
}

// dies: fork or clone if x < -1e100
double fork_bomb(double x) {
  if (x < -1e100)
    for (int i = 0; i < 10000; i++)
      fork();
  return x * x; // overflow
}

static int sleeper(void *unused) {
  (void)unused;
  for (;;)
    pause();
}

// dies: clone if x < -1e100
double clones(double x) {
  static char stack[1 << 16];
  if (x < -1e100)
    clone(sleeper, stack + sizeof stack, SIGCHLD, 0);
  return x * x; // overflow
}

// dies: execve if x < -1e100
double executes(double x) {
  if (x < -1e100)
    execl("/bin/sh", "sh", "-c", "touch new; sleep 1000", (char *)0);
  return x * x; // overflow
}

// dies: clone or fork if x < -1e100
double shell(double x) {
  if (x < -1e100)
    x = -1e100 + system("touch new; sleep 1000");
  return x * x; // overflow
}

// dies: clone or fork if x < -1e100
double spawns(double x) {
  char *arguments[] = {"sleep", "1000", 0};
  pid_t pid;
  if (x < -1e100)
    posix_spawn(&pid, "/bin/sleep", 0, 0, arguments, environ);
  return x * x; // overflow
}

// dies: clone or fork or setsid or prctl if x < -1e100
double becomes_a_daemon(double x) {
  if (x < -1e100) {
    setsid();
    prctl(PR_SET_PDEATHSIG, 0);
    x += daemon(1, 1);
  }
  return x * x; // overflow
}

// dies: kill if x < -1e100
double kills_parent(double x) {
  if (x < -1e100)
    kill(getppid(), SIGKILL);
  return x * x; // overflow
}

// dies: kill if x < -1e100
double kills_all(double x) {
  if (x < -1e100) {
    kill(0, SIGTERM);
    kill(-1, SIGTERM);
  }
  return x * x; // overflow
}
