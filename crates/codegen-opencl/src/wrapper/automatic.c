/* LP_DATA=auto: arrays stay on the device without a word in the source. Pages that the device has changed are taken
   from the host, and so is the right to write where both have the same. What the host then touches comes back, piece by
   piece, in a handler of SIGSEGV. */
#ifdef LPRT_LEAST
#include <errno.h>
#include <signal.h>
#include <ucontext.h>

/* What of a piece is true, on the host and on the device. */
enum { LPRT_HOST, LPRT_BOTH, LPRT_DEVICE };

/* Bytes of a piece, and pieces that are copied at once where they are touched one after the other. */
enum { LPRT_PIECE = 65536, LPRT_MOST = 256 };

/* An array that stays on the device, or one of which we know that it cannot. They remain in their list, empty, so that
   who does not hold the device may look for bytes in it. */
struct lprt_automatic {
  struct lprt_automatic *next;
  uintptr_t host, end;
  cl_mem buffer;
  /* Its pages; what lies before and behind them shares pages with something else. */
  uintptr_t first, last;
  /* What is true of each piece of the pages, and what the rest was when both had the same. */
  unsigned char *states, *edges;
  int has_edges;
  /* The piece that is touched next where they are touched in order, and how many then come at once. */
  size_t expected, together;
  /* Whether the call that runs uses it, writes it, and may change what only the device has. */
  int is_used, is_written, is_only_there;
};

LPRT_SHARED struct {
  int is_asked, is_tried, is_on;
  pid_t process;
  struct lprt_automatic *first;
  /* Arrays of which we know that they cannot stay. */
  int refused;
  /* Arrays that were noted since all were looked at, and how many there were then. */
  int noted, known;
  struct sigaction before;
  int listens;
  char *staging;
} lprt_automatics;

static size_t lprt_pieces(struct lprt_automatic const *one)
{
  return (one->last - one->first + LPRT_PIECE - 1) / LPRT_PIECE;
}

/* Where pieces begin or end. */
static uintptr_t lprt_border(struct lprt_automatic const *one, size_t piece)
{
  uintptr_t const at = one->first + piece * LPRT_PIECE;
  return at < one->last ? at : one->last;
}

/* How many bytes of the array pieces have, and where these begin. */
static size_t lprt_span(struct lprt_automatic const *one, size_t piece, size_t count, uintptr_t *from)
{
  uintptr_t const first = lprt_border(one, piece), last = lprt_border(one, piece + count);
  *from = first > one->host ? first : one->host;
  return (last < one->end ? last : one->end) - *from;
}

/* How many pieces from this one on are like it. */
static size_t lprt_alike(struct lprt_automatic const *one, size_t piece, size_t most)
{
  size_t const all = lprt_pieces(one);
  size_t count = 1;
  while (count < most && piece + count < all && one->states[piece + count] == one->states[piece])
    ++count;
  return count;
}

/* Notes what is true of pieces from now on, and lets the host do what is right then. */
static void lprt_become(struct lprt_automatic *one, size_t piece, size_t count, int state)
{
  static int const rights[] = {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE};
  uintptr_t const from = lprt_border(one, piece), to = lprt_border(one, piece + count);
  memset(one->states + piece, state, count);
  if (mprotect((void *)from, to - from, rights[state]) != 0) {
    fprintf(stderr, "lpfc: the system does not protect memory any more; run without LP_DATA=auto\n");
    _exit(4);
  }
}

/* Copies pieces from the device, of which the host has none. */
static void lprt_bring(struct lprt_automatic *one, size_t piece, size_t count)
{
  for (size_t done = 0; done < count; done += LPRT_MOST) {
    size_t const now = count - done < LPRT_MOST ? count - done : LPRT_MOST;
    uintptr_t from;
    size_t const bytes = lprt_span(one, piece + done, now, &from);
    cl_int const status = clEnqueueReadBuffer(
        lp_device.queue, one->buffer, CL_TRUE, from - one->host, bytes, lprt_automatics.staging, 0, NULL, NULL);
    if (status != CL_SUCCESS || !lprt_overwrite(from, lprt_automatics.staging, bytes)) {
      fprintf(stderr, "lpfc: an array does not come back from the device (status %d)\n", (int)status);
      _exit(4);
    }
    lprt_taken_back += (int64_t)bytes;
  }
}

/* Lets the host read what it has of some bytes, or write them too. */
static void lprt_give(struct lprt_automatic *one, uintptr_t from, uintptr_t to, int writes)
{
  if (one->states == NULL || to <= one->first || from >= one->last)
    return;
  size_t piece = from > one->first ? (from - one->first) / LPRT_PIECE : 0;
  while (piece < lprt_pieces(one) && lprt_border(one, piece) < to) {
    size_t const count = lprt_alike(one, piece, 1 + (to - lprt_border(one, piece) - 1) / LPRT_PIECE);
    int const state = one->states[piece];
    if (state == LPRT_DEVICE)
      lprt_bring(one, piece, count);
    if (state == LPRT_DEVICE || (writes && state == LPRT_BOTH))
      lprt_become(one, piece, count, writes ? LPRT_HOST : LPRT_BOTH);
    piece += count;
  }
}

/* Whether the pages have been given back to the system, and maybe belong to something else since. */
static int lprt_has_gone(struct lprt_automatic const *one)
{
  if (one->states == NULL)
    return 0;
  size_t piece = 0;
  while (piece < lprt_pieces(one) && one->states[piece] == LPRT_HOST)
    ++piece;
  uintptr_t const page = lprt_border(one, piece);
  return piece < lprt_pieces(one) && (!lprt_is_there(page) || lprt_is_open((void *)page));
}

/* Ends the stay of an array. */
static void lprt_forget(struct lprt_automatic *gone)
{
  if (gone->buffer != NULL)
    clReleaseMemObject(gone->buffer);
  lprt_automatics.refused -= gone->states == NULL;
  free(gone->states);
  free(gone->edges);
  struct lprt_automatic *const next = gone->next;
  *gone = (struct lprt_automatic){.next = next};
}

/* Ends the stay of an array that the host gets back, as far as it still has the memory. */
static void lprt_give_up(struct lprt_automatic *one)
{
  if (!lprt_has_gone(one))
    lprt_give(one, one->first, one->last, 1);
  lprt_forget(one);
}

/* Whether bytes are some of an array's, or lie in its pages: those of malloc may have more behind a part that stays. */
static int lprt_is_near(struct lprt_automatic const *one, uintptr_t from, uintptr_t to)
{
  return (from < one->end && one->host < to) || (from < one->last && one->first < to);
}

/* Lets a driver write bytes to the host that are not among the arrays that stay, but may share pages with them. */
static void lprt_let_write(void const *host, int64_t bytes)
{
  uintptr_t const from = (uintptr_t)host, to = from + (bytes > 0 ? (uint64_t)bytes : 0);
  for (struct lprt_automatic *one = lprt_automatics.first; one != NULL; one = one->next)
    lprt_give(one, from, to, 1);
}

/* Gives the host bytes for good, except that arrays of the call that runs stay where they are. */
static void lprt_return(void const *host, int64_t bytes)
{
  uintptr_t const from = (uintptr_t)host, to = from + (bytes > 0 ? (uint64_t)bytes : 0);
  for (struct lprt_automatic *one = lprt_automatics.first; one != NULL; one = one->next) {
    if (!lprt_is_near(one, from, to))
      continue;
    if (one->is_used)
      lprt_give(one, from, to, 0);
    else
      lprt_give_up(one);
  }
}

/* Makes room on the device. */
static void lprt_return_unused(void)
{
  for (struct lprt_automatic *one = lprt_automatics.first; one != NULL; one = one->next)
    if (one->states != NULL && !one->is_used)
      lprt_give_up(one);
}

/* Forgets arrays near some bytes whose memory is no more. */
static void lprt_forget_gone(uintptr_t from, uintptr_t to)
{
  for (struct lprt_automatic *one = lprt_automatics.first; one != NULL; one = one->next)
    if (!one->is_used && lprt_is_near(one, from, to) && lprt_has_gone(one))
      lprt_forget(one);
}

/* Forgets arrays whose memory is no more, and those that cannot stay once they are many. To look at all of them takes
   time, so that as many as there were must have come since. */
static void lprt_sweep(void)
{
  if (lprt_automatics.noted++ < lprt_automatics.known)
    return;
  int const are_many = lprt_automatics.refused > LPRT_MOST;
  lprt_automatics.noted = lprt_automatics.known = 0;
  for (struct lprt_automatic *one = lprt_automatics.first; one != NULL; one = one->next) {
    int const is_refused = one->states == NULL && one->end != 0;
    if (!one->is_used && (is_refused ? are_many : lprt_has_gone(one)))
      lprt_forget(one);
    lprt_automatics.known += one->end != 0;
  }
}

/* Whether the host wanted to write. Where the processor does not say it, who may read already did. */
static int lprt_writes(void const *context, int state)
{
#ifdef __x86_64__
  (void)state;
  return (((ucontext_t const *)context)->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  (void)context;
  return state == LPRT_BOTH;
#endif
}

/* An array that stays by itself and has some of these bytes; who does not hold the device may ask too. */
static struct lprt_automatic *lprt_owner(uintptr_t from, uintptr_t to)
{
  struct lprt_automatic *one = __atomic_load_n(&lprt_automatics.first, __ATOMIC_ACQUIRE);
  while (one != NULL && (from >= one->last || one->first >= to))
    one = one->next;
  return one;
}

/* Whether another thread has opened the page meanwhile, so that who touched it may try again. */
static int lprt_is_open_now(uintptr_t at, void const *context)
{
#ifdef __x86_64__
  enum { FETCHES = 16 };
  if ((((ucontext_t const *)context)->uc_mcontext.gregs[REG_ERR] & FETCHES) != 0)
    return 0;
#else
  (void)context;
#endif
  return lprt_is_open((void *)(at & ~(lprt_pages.size - 1)));
}

/* The host has touched a page that it may not touch: gives it what it needs. None of ours for 0. */
static int lprt_touched(uintptr_t at, void const *context)
{
  if (lprt_owner(at, at + 1) == NULL)
    return lprt_is_open_now(at, context);
  if (lprt_holds_device || getpid() != lprt_automatics.process) {
    char const text[] = "lpfc: an array is touched where it cannot come from the device: in a driver, or in a child\n";
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(4);
  }
  lprt_lock_device();
  struct lprt_automatic *const one = lprt_owner(at, at + 1);
  int is_ours = one != NULL && !lprt_has_gone(one);
  if (!is_ours) {
    is_ours = lprt_is_open_now(at, context);
  } else {
    size_t const piece = (at - one->first) / LPRT_PIECE;
    one->together = piece == one->expected && one->together < LPRT_MOST ? 2 * one->together : 1;
    size_t const count = lprt_alike(one, piece, one->together);
    int const state = one->states[piece];
    one->expected = piece + count;
    if (state == LPRT_HOST)
      is_ours = lprt_is_open_now(at, context);
    else
      lprt_give(one, lprt_border(one, piece), lprt_border(one, piece + count), lprt_writes(context, state));
  }
  lprt_unlock_device();
  return is_ours;
}

/* The function of the C library, before which one of ours stands. */
static int lprt_sigaction(int number, struct sigaction const *new, struct sigaction *old)
{
  static int (*next)(int, struct sigaction const *, struct sigaction *);
  if (next == NULL)
    *(void **)&next = dlsym(RTLD_NEXT, "sigaction");
  return next == NULL ? -1 : next(number, new, old);
}

LPRT_SHARED void lprt_on_fault(int number, siginfo_t *info, void *context)
{
  int const before = errno;
  struct sigaction const *const other = &lprt_automatics.before;
  if (info->si_code == SEGV_ACCERR && lprt_touched((uintptr_t)info->si_addr, context)) {
    errno = before;
    return;
  }
  /* It is a fault of the program, as it would be without us. */
  if (other->sa_flags & SA_SIGINFO)
    other->sa_sigaction(number, info, context);
  else if (other->sa_handler != SIG_DFL && other->sa_handler != SIG_IGN)
    other->sa_handler(number);
  else
    lprt_sigaction(number, other, NULL);
}

/* Makes sure that faults come to us first. */
static void lprt_listen(void)
{
  struct sigaction now, own = {0};
  if (lprt_sigaction(SIGSEGV, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == lprt_on_fault)
    return;
  own.sa_sigaction = lprt_on_fault;
  own.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&own.sa_mask);
  lprt_automatics.before = now;
  lprt_automatics.listens = lprt_sigaction(SIGSEGV, &own, NULL) == 0;
}

/* Reads LP_DATA. malloc is told before anything is allocated. */
__attribute__((constructor)) static void lprt_ask(void)
{
  char const *const value = getenv("LP_DATA");
  if (lprt_automatics.is_asked || value == NULL || *value == '\0' || strcmp(value, "copy") == 0)
    return;
  if (strcmp(value, "auto") != 0) {
    fprintf(stderr, "lpfc: LP_DATA is `%s`, and neither `copy` nor `auto`\n", value);
    _exit(2);
  }
  lprt_automatics.is_asked = 1;
  mallopt(M_MMAP_THRESHOLD, LPRT_LEAST);
}

/* Why arrays cannot stay by themselves in this program; nothing if they can. */
static char const *lprt_obstacle(void)
{
  char const *const allocators[] = {"mallctl", "MallocExtension_ReleaseFreeMemory", "mi_version"};
  char const *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};
  for (int i = 0; i < LP_COUNT(allocators); ++i)
    if (dlsym(RTLD_DEFAULT, allocators[i]) != NULL)
      return "memory is not that of the C library";
  if (lprt_has_devices)
    return "several libraries have kernels";
  for (int i = 0; i < LP_COUNT(sizes); ++i)
    if (lprt_number(sizes[i]) > 1)
      return "several processes exchange arrays, maybe past the protection of memory";
  lprt_automatics.staging = malloc((size_t)LPRT_MOST * LPRT_PIECE);
  if (lprt_automatics.staging == NULL || !lprt_try_pages())
    return "the system does not let a program protect and fill its memory";
  return NULL;
}

/* Whether LP_DATA=auto is asked for, and works here. */
static int lprt_is_automatic(void)
{
  if (lprt_automatics.is_asked && !lprt_automatics.is_tried) {
    char const *const why = lprt_obstacle();
    lprt_automatics.is_tried = 1;
    lprt_automatics.is_on = why == NULL;
    lprt_automatics.process = getpid();
    if (why != NULL)
      fprintf(stderr, "lpfc: arrays are copied in each call in spite of LP_DATA=auto: %s\n", why);
  }
  return lprt_automatics.is_on;
}
#endif
