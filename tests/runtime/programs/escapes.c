// A system call for each input, all of which reach out of the process: the comment is what its denial is called.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

static char buffer[4096];

struct call {
  long number;
  long arguments[4];
};

static void make(int i) {
  const struct call calls[] = {
    {452, {-100, (long)"victim", 0777, 0}}, // fchmodat2
    {463, {-100, (long)"victim", 0, 0}}, // setxattrat
    {466, {-100, (long)"victim", 0, 0}}, // removexattrat
    {469, {-100, (long)"victim", 0, 0}}, // file_setattr
    {SYS_ioctl, {3, 0x40086602, (long)buffer, 0}}, // ioctl
    {SYS_io_uring_setup, {8, (long)buffer, 0, 0}}, // io_uring_setup
    {SYS_io_uring_enter, {3, 1, 0, 0}}, // io_uring_enter
    {SYS_io_uring_register, {3, 0, 0, 0}}, // io_uring_register
    {SYS_chmod, {(long)"victim", 0, 0, 0}}, // chmod
    {SYS_fchmod, {0, 0777, 0, 0}}, // fchmod
    {SYS_fchmodat, {-100, (long)"victim", 0777, 0}}, // fchmodat
    {SYS_chown, {(long)"victim", 1, 1, 0}}, // chown
    {SYS_unlink, {(long)"victim", 0, 0, 0}}, // unlink
    {SYS_unlinkat, {-100, (long)"victim", 0, 0}}, // unlinkat
    {SYS_rename, {(long)"victim", (long)"new", 0, 0}}, // rename
    {SYS_renameat2, {-100, (long)"victim", -100, (long)"new"}}, // renameat2
    {SYS_link, {(long)"victim", (long)"new", 0, 0}}, // link
    {SYS_symlink, {(long)"victim", (long)"new", 0, 0}}, // symlink
    {SYS_mkdir, {(long)"new", 0777, 0, 0}}, // mkdir
    {SYS_mknod, {(long)"new", 0, 0, 0}}, // mknod
    {SYS_truncate, {(long)"victim", 0, 0, 0}}, // truncate
    {SYS_creat, {(long)"new", 0777, 0, 0}}, // creat
    {SYS_open, {(long)"new", 0102, 0777, 0}}, // open
    {SYS_openat, {-100, (long)"new", 0102, 0777}}, // openat
    {SYS_openat2, {-100, (long)"victim", (long)buffer, 24}}, // openat2
    {SYS_utimensat, {-100, (long)"victim", 0, 0}}, // utimensat
    {SYS_setxattr, {(long)"victim", (long)"new", (long)buffer, 1}}, // setxattr
    {SYS_fsetxattr, {0, (long)"new", (long)buffer, 1}}, // fsetxattr
    {SYS_memfd_create, {(long)"new", 0, 0, 0}}, // memfd_create
    {SYS_memfd_secret, {0, 0, 0, 0}}, // memfd_secret
    {SYS_fork, {0, 0, 0, 0}}, // fork
    {SYS_clone, {17, 0, 0, 0}}, // clone
    {SYS_execve, {(long)"victim", 0, 0, 0}}, // execve
    {SYS_execveat, {-100, (long)"victim", 0, 0}}, // execveat
    {SYS_ptrace, {16, 1, 0, 0}}, // ptrace
    {SYS_process_vm_writev, {1, 0, 0, 0}}, // process_vm_writev
    {SYS_pidfd_open, {1, 0, 0, 0}}, // pidfd_open
    {SYS_kill, {1, 0, 0, 0}}, // kill
    {SYS_tkill, {1, 0, 0, 0}}, // tkill
    {SYS_tgkill, {1, 1, 0, 0}}, // tgkill
    {SYS_kcmp, {1, 1, 0, 0}}, // kcmp
    {SYS_setsid, {0, 0, 0, 0}}, // setsid
    {SYS_setpgid, {0, 0, 0, 0}}, // setpgid
    {SYS_prctl, {4, 1, 0, 0}}, // prctl
    {SYS_seccomp, {0, 0, 0, 0}}, // seccomp
    {SYS_socket, {1, 1, 0, 0}}, // socket
    {SYS_socketpair, {1, 1, 0, (long)buffer}}, // socketpair
    {SYS_connect, {3, (long)buffer, 16, 0}}, // connect
    {SYS_shmget, {0, 4096, 0777, 0}}, // shmget
    {SYS_shmat, {0, 0, 0, 0}}, // shmat
    {SYS_msgget, {0, 0777, 0, 0}}, // msgget
    {SYS_semget, {0, 1, 0777, 0}}, // semget
    {SYS_mq_open, {(long)"new", 0102, 0777, 0}}, // mq_open
    {SYS_keyctl, {0, 0, 0, 0}}, // keyctl
    {SYS_inotify_init, {0, 0, 0, 0}}, // inotify_init
    {SYS_fanotify_init, {0, 0, 0, 0}}, // fanotify_init
    {SYS_setuid, {0, 0, 0, 0}}, // setuid
    {SYS_capset, {(long)buffer, (long)buffer, 0, 0}}, // capset
    {SYS_setrlimit, {7, (long)buffer, 0, 0}}, // setrlimit
    {SYS_prlimit64, {0, 7, (long)buffer, 0}}, // prlimit64
    {SYS_setpriority, {0, 0, 5, 0}}, // setpriority
    {SYS_sched_setscheduler, {0, 0, (long)buffer, 0}}, // sched_setscheduler
    {SYS_unshare, {0x10000000, 0, 0, 0}}, // unshare
    {SYS_setns, {3, 0, 0, 0}}, // setns
    {SYS_mount, {(long)"victim", (long)"new", 0, 0}}, // mount
    {SYS_umount2, {(long)"new", 0, 0, 0}}, // umount2
    {SYS_chroot, {(long)"new", 0, 0, 0}}, // chroot
    {SYS_reboot, {0, 0, 0, 0}}, // reboot
    {SYS_bpf, {0, (long)buffer, 8, 0}}, // bpf
    {SYS_perf_event_open, {(long)buffer, 0, -1, -1}}, // perf_event_open
    {SYS_userfaultfd, {0, 0, 0, 0}}, // userfaultfd
    {SYS_personality, {0, 0, 0, 0}}, // personality
    {SYS_modify_ldt, {0, (long)buffer, 8, 0}}, // modify_ldt
    {SYS_sync, {0, 0, 0, 0}}, // sync
    {SYS_flock, {0, 2, 0, 0}}, // flock
    {SYS_sendfile, {1, 0, 0, 8}}, // sendfile
    {SYS_splice, {0, 0, 1, 0}}, // splice
    {SYS_copy_file_range, {0, 0, 1, 0}}, // copy_file_range
    {SYS_pwrite64, {1, (long)buffer, 8, 0}}, // pwrite64
    {SYS_syslog, {2, (long)buffer, 8, 0}}, // syslog
    {500, {0, 0, 0, 0}}, // 500
    {1000, {0, 0, 0, 0}}, // 1000
    {0x40000000+2, {(long)"new", 0102, 0777, 0}}, // x32
  };
  const struct call *c = &calls[i];
  *(long *)(buffer + 2048) = syscall(c->number, c->arguments[0], c->arguments[1], c->arguments[2], c->arguments[3]);
}

void call_escape(const void *input, void *output) __asm__("__ariadne_call.escape");
void call_escape(const void *input, void *output) {
  make(*(const int *)input);
  *(long *)output = *(long *)(buffer + 2048);
}
