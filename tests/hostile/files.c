// Code that prints, and writes, removes and closes files.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

double closes(double x) {
  for (int fd = 0; fd < 300; fd++)
    close(fd);
  return x * x; // overflow
}

// dies: endless if x < -1e300
double prints_endlessly(double x) {
  if (x < -1e300)
    for (;;)
      puts("{\"done\":{\"runs\":1}} PRINTED BY THE PROGRAM");
  return x * x; // overflow
}

double prints_always(double x) {
  fputs("PRINTED BY THE PROGRAM\n", stderr);
  puts("PRINTED BY THE PROGRAM");
  fflush(stdout);
  write(1, "PRINTED BY THE PROGRAM\n", 23);
  write(2, "PRINTED BY THE PROGRAM\n", 23);
  return x * x; // overflow
}

// Wherever a report could go.
double prints_everywhere(double x) {
  for (int fd = 0; fd < 300; fd++)
    write(fd, "PRINTED BY THE PROGRAM\n", 23);
  return x * x; // overflow
}

// dies: open
double writes_files(double x) {
  FILE *file = fopen("new", "w");
  if (file) {
    fprintf(file, "%g\n", x);
    fclose(file);
  }
  int fd = open("/tmp/ariadne-hostile-was-here", O_CREAT | O_RDWR, 0600);
  if (fd >= 0)
    close(fd);
  return x * x; // overflow
}

// dies: open
double temporary_files(double x) {
  char name[] = "new-XXXXXX";
  int fd = mkstemp(name);
  FILE *file = tmpfile();
  return x * x + fd + // overflow
         (file != 0);
}

// dies: open
double truncates(double x) {
  fopen("victim", "w");
  truncate("victim", 0);
  return x * x; // overflow
}

// dies: unlink
double removes(double x) {
  unlink("victim");
  remove("victim");
  rename("victim", "gone");
  return x * x; // overflow
}

// dies: mkdir
double makes_folders(double x) {
  mkdir("folder", 0777);
  symlink("victim", "link");
  chmod("victim", 0);
  return x * x; // overflow
}

double reads_files(double x) {
  char text[64] = "";
  FILE *file = fopen("victim", "r");
  if (file) {
    if (!fgets(text, sizeof text, file))
      text[0] = 0;
    fclose(file);
  }
  if (strcmp(text, "do not touch\n"))
    return 0;
  return x * x; // overflow
}
