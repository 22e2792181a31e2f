/* The system does not fault where it reads or writes a protected page, but gives up, and it moves protected pages with
   their rights. So these functions stand before those of the C library, and give it what it needs. */
#ifdef LPRT_LEAST
#include <sys/socket.h>
#include <sys/uio.h>

/* Takes the device if some of these bytes belong to an array that stays there. Threads of the driver, for which who has
   the device may wait, only look. */
static struct lprt_automatic *lprt_lock_if_away(uintptr_t from, uintptr_t to)
{
  struct lprt_automatic *const one = from < to ? lprt_owner(from, to) : NULL;
  if (one == NULL || lprt_holds_device || getpid() != lprt_automatics.process)
    return NULL;
  lprt_lock_device();
  lprt_forget_gone(from, to);
  return one;
}

/* Gives the host bytes before the system reads them, or writes there. */
static void lprt_ready(void const *bytes, size_t count, int writes)
{
  uintptr_t const from = (uintptr_t)bytes, to = from + count;
  if (lprt_lock_if_away(from, to) == NULL)
    return;
  for (struct lprt_automatic *one = lprt_automatics.first; one != NULL; one = one->next)
    lprt_give(one, from, to, writes);
  lprt_unlock_device();
}

static void lprt_ready_all(struct iovec const *parts, size_t count, int writes)
{
  for (size_t i = 0; i < count; ++i)
    lprt_ready(parts[i].iov_base, parts[i].iov_len, writes);
}

/* Ends the stay of an array whose memory is given back, or is to be made longer or shorter. */
static void lprt_end_stay(void *array, int is_needed)
{
  uintptr_t const at = (uintptr_t)array;
  if (array == NULL || lprt_automatics.first == NULL || at % lprt_pages.size != 2 * sizeof(size_t))
    return;
  struct lprt_automatic *const one = lprt_lock_if_away(at, at + 1);
  if (one == NULL)
    return;
  if (one->host == at) {
    if (!is_needed)
      lprt_become(one, 0, lprt_pieces(one), LPRT_HOST);
    lprt_give_up(one);
  }
  lprt_unlock_device();
}

/* Ends the stay of arrays in data regions whose memory is given back, or moved. An array may be a part of what was
   allocated. Threads of the driver only look. */
static void lprt_end_regions(void *memory, int is_needed)
{
  if (memory == NULL || lprt_table.count == 0 || lprt_holds_device)
    return;
  int64_t const bytes = (int64_t)malloc_usable_size(memory);
  struct lprt_resident *one = __atomic_load_n(&lprt_table.first, __ATOMIC_ACQUIRE);
  while (one != NULL && !lprt_meet(one, memory, bytes))
    one = one->next;
  if (one == NULL || lprt_has_forked)
    return;
  lprt_lock_device();
  for (one = lprt_table.first; one != NULL; one = one->next) {
    if (!lprt_meet(one, memory, bytes))
      continue;
    if (is_needed)
      lprt_fetch(one);
    lprt_end_resident(one);
  }
  lprt_unlock_device();
}

/* Finds the function of the library behind one of ours. A program without shared libraries has none. While one is
   sought, those that the search itself calls have none. */
static void *lprt_behind(char const *name)
{
  /* Compilers take `dlsym` for a function that does not come back to this file. */
  static __thread int volatile is_looking;
  if (is_looking)
    return NULL;
  is_looking = 1;
  void *const found = dlsym(RTLD_NEXT, name);
  is_looking = 0;
  return found;
}

/* A function before that of the library with this name. */
#define LPRT_BEFORE(result, name, parameters, arguments, ready, otherwise) \
  __attribute__((weak, visibility("default"))) result name parameters \
  { \
    static result(*next) parameters; \
    if (next == NULL) \
      *(void **)&next = lprt_behind(#name); \
    ready; \
    return next != NULL ? next arguments : (result)(otherwise); \
  }

LPRT_BEFORE(
    ssize_t, write, (int file, void const *from, size_t count), (file, from, count),
    lprt_ready(from, count, 0),
    syscall(SYS_write, file, from, count))
LPRT_BEFORE(
    ssize_t, read, (int file, void *to, size_t count), (file, to, count),
    lprt_ready(to, count, 1),
    syscall(SYS_read, file, to, count))
LPRT_BEFORE(
    ssize_t, pwrite, (int file, void const *from, size_t count, off_t at), (file, from, count, at),
    lprt_ready(from, count, 0),
    syscall(SYS_pwrite64, file, from, count, at))
LPRT_BEFORE(
    ssize_t, pread, (int file, void *to, size_t count, off_t at), (file, to, count, at),
    lprt_ready(to, count, 1),
    syscall(SYS_pread64, file, to, count, at))
LPRT_BEFORE(
    ssize_t, pwrite64, (int file, void const *from, size_t count, off64_t at), (file, from, count, at),
    lprt_ready(from, count, 0),
    syscall(SYS_pwrite64, file, from, count, at))
LPRT_BEFORE(
    ssize_t, pread64, (int file, void *to, size_t count, off64_t at), (file, to, count, at),
    lprt_ready(to, count, 1),
    syscall(SYS_pread64, file, to, count, at))
LPRT_BEFORE(
    ssize_t, writev, (int file, struct iovec const *parts, int count), (file, parts, count),
    lprt_ready_all(parts, (size_t)count, 0),
    syscall(SYS_writev, file, parts, count))
LPRT_BEFORE(
    ssize_t, readv, (int file, struct iovec const *parts, int count), (file, parts, count),
    lprt_ready_all(parts, (size_t)count, 1),
    syscall(SYS_readv, file, parts, count))
LPRT_BEFORE(
    ssize_t, send, (int file, void const *from, size_t count, int flags), (file, from, count, flags),
    lprt_ready(from, count, 0),
    syscall(SYS_sendto, file, from, count, flags, NULL, 0))
LPRT_BEFORE(
    ssize_t, recv, (int file, void *to, size_t count, int flags), (file, to, count, flags),
    lprt_ready(to, count, 1),
    syscall(SYS_recvfrom, file, to, count, flags, NULL, NULL))
LPRT_BEFORE(
    ssize_t, sendmsg, (int file, struct msghdr const *message, int flags), (file, message, flags),
    lprt_ready_all(message->msg_iov, message->msg_iovlen, 0),
    syscall(SYS_sendmsg, file, message, flags))
LPRT_BEFORE(
    ssize_t, recvmsg, (int file, struct msghdr *message, int flags), (file, message, flags),
    lprt_ready_all(message->msg_iov, message->msg_iovlen, 1),
    syscall(SYS_recvmsg, file, message, flags))
LPRT_BEFORE(
    size_t, fwrite, (void const *from, size_t size, size_t count, FILE *file), (from, size, count, file),
    lprt_ready(from, size * count, 0),
    fwrite_unlocked(from, size, count, file))
LPRT_BEFORE(
    size_t, fread, (void *to, size_t size, size_t count, FILE *file), (to, size, count, file),
    lprt_ready(to, size * count, 1),
    fread_unlocked(to, size, count, file))

LPRT_BEFORE(
    ssize_t, pwritev, (int file, struct iovec const *parts, int count, off_t at), (file, parts, count, at),
    lprt_ready_all(parts, (size_t)count, 0),
    syscall(SYS_pwritev, file, parts, count, at, 0))
LPRT_BEFORE(
    ssize_t, preadv, (int file, struct iovec const *parts, int count, off_t at), (file, parts, count, at),
    lprt_ready_all(parts, (size_t)count, 1),
    syscall(SYS_preadv, file, parts, count, at, 0))
LPRT_BEFORE(
    ssize_t, pwritev64, (int file, struct iovec const *parts, int count, off64_t at), (file, parts, count, at),
    lprt_ready_all(parts, (size_t)count, 0),
    syscall(SYS_pwritev, file, parts, count, at, 0))
LPRT_BEFORE(
    ssize_t, preadv64, (int file, struct iovec const *parts, int count, off64_t at), (file, parts, count, at),
    lprt_ready_all(parts, (size_t)count, 1),
    syscall(SYS_preadv, file, parts, count, at, 0))
#ifdef __GLIBC__
LPRT_BEFORE(
    ssize_t, sendto,
    (int file, void const *from, size_t count, int flags, __CONST_SOCKADDR_ARG to, socklen_t length),
    (file, from, count, flags, to, length),
    lprt_ready(from, count, 0),
    syscall(SYS_sendto, file, from, count, flags, to.__sockaddr__, length))
LPRT_BEFORE(
    ssize_t, recvfrom,
    (int file, void *to, size_t count, int flags, __SOCKADDR_ARG from, socklen_t *length),
    (file, to, count, flags, from, length),
    lprt_ready(to, count, 1),
    syscall(SYS_recvfrom, file, to, count, flags, from.__sockaddr__, length))
#endif

/* A program that sets a handler of SIGSEGV gets what is none of ours. */
__attribute__((weak, visibility("default"))) int sigaction(
    int number, struct sigaction const *new, struct sigaction *old)
{
  if (number != SIGSEGV || !lprt_automatics.listens)
    return lprt_sigaction(number, new, old);
  struct sigaction const before = lprt_automatics.before;
  if (new != NULL)
    lprt_automatics.before = *new;
  if (old != NULL)
    *old = before;
  return 0;
}

__attribute__((weak, visibility("default"))) sighandler_t signal(int number, sighandler_t handler)
{
  struct sigaction new = {0}, old = {0};
  new.sa_handler = handler;
  new.sa_flags = SA_RESTART;
  sigemptyset(&new.sa_mask);
  return sigaction(number, &new, &old) == 0 ? old.sa_handler : SIG_ERR;
}

/* Faults come to us in every thread. */
static sigset_t const *lprt_without_faults(int how, sigset_t const *set, sigset_t *rest)
{
  if (set == NULL || how == SIG_UNBLOCK || !lprt_automatics.listens)
    return set;
  *rest = *set;
  sigdelset(rest, SIGSEGV);
  return rest;
}

LPRT_BEFORE(
    int, pthread_sigmask, (int how, sigset_t const *set, sigset_t *old), (how, set, old),
    sigset_t rest;
    set = lprt_without_faults(how, set, &rest),
    ENOSYS)
LPRT_BEFORE(
    int, sigprocmask, (int how, sigset_t const *set, sigset_t *old), (how, set, old),
    sigset_t rest;
    set = lprt_without_faults(how, set, &rest),
    -1)

/* What those of the C library call. */
void *__libc_realloc(void *, size_t);
void __libc_free(void *);

static void *(*lprt_next_realloc)(void *, size_t);
static void (*lprt_next_free)(void *);

/* A search that fails leaves a text, which the next search frees. So `free` must not be the one that begins a search
   first. */
__attribute__((constructor)) static void lprt_find_memory(void)
{
  if (lprt_next_realloc == NULL)
    *(void **)&lprt_next_realloc = lprt_behind("realloc");
  if (lprt_next_free == NULL)
    *(void **)&lprt_next_free = lprt_behind("free");
}

__attribute__((weak, visibility("default"))) void *realloc(void *array, size_t bytes)
{
  lprt_find_memory();
  lprt_end_stay(array, 1);
  lprt_end_regions(array, 1);
  return lprt_next_realloc != NULL ? lprt_next_realloc(array, bytes) : __libc_realloc(array, bytes);
}

__attribute__((weak, visibility("default"))) void free(void *array)
{
  lprt_find_memory();
  lprt_end_stay(array, 0);
  lprt_end_regions(array, 0);
  if (lprt_next_free != NULL)
    lprt_next_free(array);
  else
    __libc_free(array);
}
#endif
