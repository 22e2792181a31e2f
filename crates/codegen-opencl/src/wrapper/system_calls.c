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
  lprt_sweep();
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

/* Finds the function of the library behind one of ours. A program without shared libraries has none. While one is
   sought, those that the search itself calls have none. */
static void *lprt_behind(char const *name)
{
  static __thread int is_looking;
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

/* What those of the C library call. */
void *__libc_realloc(void *, size_t);
void __libc_free(void *);

LPRT_BEFORE(
    void *, realloc, (void *array, size_t bytes), (array, bytes),
    lprt_end_stay(array, 1),
    __libc_realloc(array, bytes))

__attribute__((weak, visibility("default"))) void free(void *array)
{
  static void (*next)(void *);
  if (next == NULL)
    *(void **)&next = lprt_behind("free");
  lprt_end_stay(array, 0);
  if (next != NULL)
    next(array);
  else
    __libc_free(array);
}
#endif
