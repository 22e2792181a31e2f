/* What a routine of Fortran goes through that has a kernel: LP_OFF, LP_VERIFY and LP_TRACE. */
#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

/* What a routine wants of the kernel, or is to do itself. */
enum { LPRT_RUN, LPRT_ORIGINAL, LPRT_COMPARE };

enum { LPRT_REASONS = 4, LPRT_AXES = 15 };

/* A routine, and what became of its calls. */
struct lprt_routine {
  char const *name;
  int is_known, is_off;
  /* Each so many calls of the kernel are compared with the original; none for 0. */
  long every, runs;
  struct lprt_routine *next;
  long calls, originals, launches;
  /* Nanoseconds, here and everywhere: an operation on real numbers could raise a flag that the program asks for. */
  int64_t time;
  int64_t to_device, to_host;
  char reasons[LPRT_REASONS][256];
  long counts[LPRT_REASONS];
};

/* An array that the kernel writes, and where it does so: in the array, or in a copy. */
struct lprt_array {
  char const *name;
  void *data;
  int64_t bytes;
  char type;
  int size, rank, has_bounds;
  int64_t extents[LPRT_AXES], lower[LPRT_AXES];
  /* Where other threads may write elements of it meanwhile, what it held before. */
  void *work, *before;
};

/* Copies that wait for the original to be compared with, and what they were made of where threads share that. */
struct lprt_frame {
  struct lprt_frame *next;
  void *copies[];
};

static __thread struct lprt_frame *lprt_frames;

/* Whether the call that was opened is compared, and whether the kernel works on copies. */
static __thread int lprt_verifies, lprt_has_copies;

/* What went to the device and back, and what was launched, so far. */
static long lprt_launches;
static int64_t lprt_bytes_to_device, lprt_bytes_to_host;

/* A call of a kernel, for those who draw them along time. */
struct lprt_event {
  struct lprt_routine const *routine;
  int64_t start, time;
  long thread;
};

enum { LPRT_EVENTS = 1000000 };

/* All objects of a program share these. */
__attribute__((weak, visibility("hidden"))) struct lprt_routine *lprt_routines;
__attribute__((weak, visibility("hidden"))) char lprt_lock;
__attribute__((weak, visibility("hidden"))) int lprt_has_table;
/* Whether anybody asks when calls began and why the originals stood in: to keep that costs more than short routines. */
__attribute__((weak, visibility("hidden"))) int lprt_traces;
__attribute__((weak, visibility("hidden"))) int64_t lprt_started;
/* Whether threads or a device have run kernels, and whether a parent of this process had let them. */
__attribute__((weak, visibility("hidden"))) int lprt_has_run, lprt_has_forked;
/* Bytes that the program itself has taken back of arrays that stay on the device by themselves. */
__attribute__((weak, visibility("hidden"))) int64_t lprt_taken_back;
__attribute__((weak, visibility("hidden"))) struct {
  struct lprt_event *all;
  long count, room;
} lprt_events;

extern int omp_in_parallel(void) __attribute__((weak));
#ifdef __GLIBC__
extern int fegetexcept(void);
#endif

/* Threads go on one by one from here. */
static void lprt_enter(char *lock)
{
  while (__atomic_test_and_set(lock, __ATOMIC_ACQUIRE))
    sched_yield();
}

static void lprt_leave(char *lock)
{
  __atomic_clear(lock, __ATOMIC_RELEASE);
}

/* Whether this thread keeps the books of routines: what a handler of a signal calls meanwhile has to leave them alone. */
static __thread int lprt_keeps_books;

/* Opens the books, if nobody of this thread has them open. */
static int lprt_open_books(void)
{
  if (lprt_keeps_books)
    return 0;
  lprt_keeps_books = 1;
  lprt_enter(&lprt_lock);
  return 1;
}

static void lprt_close_books(void)
{
  lprt_leave(&lprt_lock);
  lprt_keeps_books = 0;
}

/* The number that a variable of the environment is set to: 0 for none, and 1 for what is no number. */
static long lprt_number(char const *variable)
{
  char const *const value = getenv(variable);
  if (value == NULL || *value == '\0')
    return 0;
  char *end;
  long const number = strtol(value, &end, 10);
  return *end != '\0' || number < 0 ? 1 : number;
}

/* The file that LP_TRACE names, if it names one. */
static char const *lprt_trace_file(void)
{
  char const *const value = getenv("LP_TRACE");
  size_t const length = value == NULL ? 0 : strlen(value);
  return length > 5 && strcmp(value + length - 5, ".json") == 0 ? value : NULL;
}

static int64_t lprt_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Nobody else has the books open while a process forks: the child would wait for a thread that it has not. */
static __thread int lprt_forks;

static void lprt_begin_fork(void)
{
  lprt_forks = lprt_open_books();
}

static void lprt_end_fork(void)
{
  if (lprt_forks)
    lprt_close_books();
}

/* A child has none of the threads that its parent's kernels left behind. */
static void lprt_note_fork(void)
{
  lprt_end_fork();
  lprt_has_forked |= lprt_has_run;
}

/* Notes when the program begins. */
__attribute__((constructor)) static void lprt_start(void)
{
  if (lprt_started != 0)
    return;
  lprt_started = lprt_now();
  pthread_atfork(lprt_begin_fork, lprt_end_fork, lprt_note_fork);
}

/* Whether the caller is one of several threads of OpenMP, which may write what the kernel leaves alone. */
static int lprt_is_in_parallel(void)
{
  return omp_in_parallel != NULL && omp_in_parallel();
}

/* Whether the program computes as kernels do. */
static int lprt_rounds_alike(void)
{
  if (fegetround() != FE_TONEAREST)
    return lp_fail(LP_REFUSED, "the program does not round to nearest");
#ifdef __GLIBC__
  if (fegetexcept() != 0)
    return lp_fail(LP_REFUSED, "the program traps floating-point exceptions");
#endif
  return LP_DONE;
}

/* Whether threads or a device do what the caller itself would do. */
static int lprt_may_share(void)
{
  if (lprt_has_forked)
    return lp_fail(LP_REFUSED, "the program has forked since kernels ran");
  if (lprt_rounds_alike() != LP_DONE)
    return LP_REFUSED;
  lprt_has_run = 1;
  return LP_DONE;
}

static double lprt_seconds(int64_t time)
{
  return 1e-9 * (double)time;
}

/* Seconds of the program, and those of them in kernels. */
static double lprt_total(double *kernels)
{
  int64_t in_kernels = 0;
  for (struct lprt_routine const *one = lprt_routines; one != NULL; one = one->next)
    in_kernels += one->time;
  *kernels = lprt_seconds(in_kernels);
  return lprt_seconds(lprt_now() - lprt_started);
}

/* Whether a list of names between commas has this one, whole or what it has before or behind a dot: a loop goes
   by the name of its routine too, and a routine by that of its module. */
static int lprt_lists(char const *list, char const *name)
{
  while (list != NULL && *list != '\0') {
    size_t const end = strcspn(list, ",");
    for (char const *part = name; end > 0 && part != NULL; part = strchr(part, '.')) {
      part += *part == '.';
      if (strncmp(list, part, end) == 0 && (part[end] == '\0' || part[end] == '.'))
        return 1;
    }
    list += end + (list[end] == ',');
  }
  return 0;
}

static void lprt_print_table(void)
{
  int width = 32;
  for (struct lprt_routine const *one = lprt_routines; one != NULL; one = one->next)
    width = (int)strlen(one->name) > width ? (int)strlen(one->name) : width;
  fprintf(stderr, "%-*s %10s %10s %10s  %s\n", width, "routine", "calls", "seconds", "original", "why");
  for (struct lprt_routine const *one = lprt_routines; one != NULL; one = one->next) {
    fprintf(stderr, "%-*s %10ld %10.3f %10ld", width, one->name, one->calls, lprt_seconds(one->time),
        one->originals);
    for (int i = 0; i < LPRT_REASONS && one->counts[i] > 0; ++i) {
      int const line = (int)strcspn(one->reasons[i], "\n");
      fprintf(stderr, "%s%.*s (%ld)", i == 0 ? "  " : "; ", line, one->reasons[i], one->counts[i]);
    }
    fputc('\n', stderr);
  }
  double kernels;
  double const total = lprt_total(&kernels);
  fprintf(stderr, "kernels ran for %.1f %% of %.3f seconds\n", 100 * kernels / total, total);
  if (lprt_taken_back > 0)
    fprintf(stderr, "the program took back %.3f MB of arrays on the device\n", 1e-6 * (double)lprt_taken_back);
}

/* A text in JSON. */
static void lprt_print_text(FILE *file, char const *text)
{
  enum { QUOTE = 0x22 };
  fputc(QUOTE, file);
  for (; *text != '\0'; ++text)
    if ((unsigned char)*text < 0x20)
      fprintf(file, "\\u%04x", (unsigned)*text);
    else
      fprintf(file, *text == QUOTE || *text == '\\' ? "\\%c" : "%c", *text);
  fputc(QUOTE, file);
}

static void lprt_print_json_of(FILE *file, struct lprt_routine const *one)
{
  fputs("{\"routine\": ", file);
  lprt_print_text(file, one->name);
  fprintf(
      file, ", \"calls\": %ld, \"seconds\": %.6f, \"launches\": %ld", one->calls, lprt_seconds(one->time),
      one->launches);
  fprintf(
      file, ", \"bytes_to_device\": %lld, \"bytes_to_host\": %lld, \"original\": %ld, \"why\": [",
      (long long)one->to_device, (long long)one->to_host, one->originals);
  for (int i = 0; i < LPRT_REASONS && one->counts[i] > 0; ++i) {
    fputs(i == 0 ? "{\"reason\": " : ", {\"reason\": ", file);
    lprt_print_text(file, one->reasons[i]);
    fprintf(file, ", \"calls\": %ld}", one->counts[i]);
  }
  fputs("]}", file);
}

/* Writes the table, and each call in the form of Chrome's traces. */
static void lprt_print_json(void)
{
  FILE *const file = fopen(lprt_trace_file(), "w");
  if (file == NULL) {
    fprintf(stderr, "lpfc: `%s` cannot be written\n", lprt_trace_file());
    return;
  }
  double kernels;
  double const total = lprt_total(&kernels);
  fprintf(file, "{\"seconds\": %.6f, \"seconds_in_kernels\": %.6f, ", total, kernels);
  fprintf(file, "\"bytes_taken_back\": %lld,\n\"routines\": [", (long long)lprt_taken_back);
  for (struct lprt_routine const *one = lprt_routines; one != NULL; one = one->next) {
    fputs(one == lprt_routines ? "\n  " : ",\n  ", file);
    lprt_print_json_of(file, one);
  }
  fputs("\n], \"traceEvents\": [", file);
  for (long i = 0; i < lprt_events.count; ++i) {
    struct lprt_event const *const event = &lprt_events.all[i];
    fputs(i == 0 ? "\n  {\"name\": " : ",\n  {\"name\": ", file);
    lprt_print_text(file, event->routine->name);
    fprintf(
        file, ", \"ph\": \"X\", \"pid\": 1, \"tid\": %ld, \"ts\": %.3f, \"dur\": %.3f}", event->thread,
        1e6 * lprt_seconds(event->start), 1e6 * lprt_seconds(event->time));
  }
  fputs("\n]}\n", file);
  if (fclose(file) != 0)
    fprintf(stderr, "lpfc: `%s` cannot be written\n", lprt_trace_file());
}

/* Keeps a call for the file, as long as there is room. */
static void lprt_note(struct lprt_routine const *routine, int64_t start, int64_t time)
{
  if (lprt_trace_file() == NULL || lprt_events.count == LPRT_EVENTS)
    return;
  if (lprt_events.count == lprt_events.room) {
    long const room = lprt_events.room == 0 ? 1024 : 2 * lprt_events.room;
    struct lprt_event *const all = realloc(lprt_events.all, (size_t)room * sizeof *all);
    if (all == NULL)
      return;
    lprt_events.all = all;
    lprt_events.room = room;
  }
  long const thread = (long)((uintptr_t)&lprt_verifies >> 6);
  lprt_events.all[lprt_events.count++] = (struct lprt_event){routine, start, time, thread};
}

/* Notes a routine at its first call. */
static void lprt_know(struct lprt_routine *routine)
{
  if (!lprt_open_books())
    return;
  if (!routine->is_known) {
    routine->is_off = lprt_lists(getenv("LP_OFF"), routine->name);
    routine->every = lprt_number("LP_VERIFY");
    struct lprt_routine **last = &lprt_routines;
    while (*last != NULL)
      last = &(*last)->next;
    *last = routine;
    if (!lprt_has_table && lprt_number("LP_TRACE") > 0) {
      lprt_traces = 1;
      atexit(lprt_trace_file() != NULL ? lprt_print_json : lprt_print_table);
    }
    lprt_has_table = 1;
    __atomic_store_n(&routine->is_known, 1, __ATOMIC_RELEASE);
  }
  lprt_close_books();
}

/* Counts a call for which the original stands in, and why. */
static void lprt_refuse(struct lprt_routine *routine, char const *reason)
{
  if (!lprt_traces) {
    __atomic_fetch_add(&routine->calls, 1, __ATOMIC_RELAXED);
    return;
  }
  if (!lprt_open_books())
    return;
  ++routine->calls;
  ++routine->originals;
  size_t const room = sizeof routine->reasons[0] - 1, line = strcspn(reason, "\n");
  for (int i = 0; i < LPRT_REASONS; ++i) {
    int const is_new = routine->counts[i] == 0;
    if (is_new)
      snprintf(routine->reasons[i], room + 1, "%s", reason);
    if (is_new || strncmp(routine->reasons[i], reason, line < room ? line : room) == 0) {
      ++routine->counts[i];
      break;
    }
  }
  lprt_close_books();
}

/* What the last failure has to say, without the name of the kernel before it. */
static char const *lprt_reason(void)
{
  size_t const name = strcspn(lp_message, " ");
  return name > 0 && lp_message[name] == ' ' && lp_message[name - 1] == ':' ? lp_message + name + 1 : lp_message;
}

/* Begins a call; the result is when, if anybody asks. */
static int64_t lprt_begin(struct lprt_routine *routine)
{
  if (!__atomic_load_n(&routine->is_known, __ATOMIC_ACQUIRE))
    lprt_know(routine);
  return lprt_traces ? lprt_now() : 0;
}

/* Decides whether this call of the kernel is compared. */
static void lprt_choose(struct lprt_routine *routine)
{
  long const run = __atomic_add_fetch(&routine->runs, 1, __ATOMIC_RELAXED);
  lprt_verifies = routine->every > 0 && run % routine->every == 0;
}

static void *lprt_copy(void const *data, size_t bytes)
{
  void *const copy = malloc(bytes + 1);
  if (copy != NULL && bytes > 0)
    memcpy(copy, data, bytes);
  return copy;
}

/* Gives arrays the place where the kernel works: themselves, or copies where what it does may not count. */
static int lprt_open(struct lprt_array *arrays, int count, int may_stop)
{
  int const copied = may_stop || lprt_verifies, is_shared = copied && lprt_is_in_parallel();
  lprt_has_copies = copied;
  for (int i = 0; i < count; ++i) {
    struct lprt_array *const one = &arrays[i];
    size_t const bytes = one->bytes > 0 ? (size_t)one->bytes : 0;
    one->before = is_shared ? lprt_copy(one->data, bytes) : NULL;
    one->work = copied ? lprt_copy(is_shared && one->before != NULL ? one->before : one->data, bytes) : one->data;
    if (copied && (one->work == NULL || (is_shared && one->before == NULL))) {
      for (; i >= 0; --i) {
        free(arrays[i].work);
        free(arrays[i].before);
      }
      return lp_fail(LP_FAILED, "there is too little memory for copies");
    }
  }
  return LP_DONE;
}

/* Puts what the kernel has changed back. Other threads may have written the rest, and an array that this call does not
 * change may lie where nobody can write: a constant of the program. */
static void lprt_put_back(struct lprt_array const *array)
{
  size_t const bytes = array->bytes > 0 ? (size_t)array->bytes : 0;
  char *const data = array->data;
  char const *const work = array->work, *const before = array->before;
  size_t const most = 4096;
  for (size_t i = 0; before == NULL && i < bytes; i += most) {
    size_t const part = bytes - i < most ? bytes - i : most;
    if (memcmp(data + i, work + i, part) != 0)
      memcpy(data + i, work + i, part);
  }
  if (before == NULL)
    return;
  for (size_t i = 0; i < bytes; ++i)
    if (work[i] != before[i])
      data[i] = work[i];
}

/* Keeps copies for the comparison with what the original will have computed. */
static int lprt_keep(struct lprt_array *arrays, int count)
{
  struct lprt_frame *const frame = malloc(sizeof *frame + 2 * (size_t)count * sizeof frame->copies[0]);
  if (frame == NULL)
    return LPRT_ORIGINAL;
  frame->next = lprt_frames;
  for (int i = 0; i < count; ++i) {
    frame->copies[i] = arrays[i].work;
    frame->copies[count + i] = arrays[i].before;
  }
  lprt_frames = frame;
  return LPRT_COMPARE;
}

/* Ends a call of the kernel that was opened; the result is what the routine has to do. */
static int lprt_close(struct lprt_routine *routine, struct lprt_array *arrays, int count, int code, int64_t start)
{
  int state = code == LP_DONE ? LPRT_RUN : LPRT_ORIGINAL;
  if (code == LP_DONE && lprt_verifies)
    state = lprt_keep(arrays, count);
  for (int i = 0; i < count && state != LPRT_COMPARE; ++i)
    if (arrays[i].work != arrays[i].data) {
      if (state == LPRT_RUN)
        lprt_put_back(&arrays[i]);
      free(arrays[i].work);
      free(arrays[i].before);
    }
  if (code == LP_DONE && !lprt_traces)
    __atomic_fetch_add(&routine->calls, 1, __ATOMIC_RELAXED);
  int64_t const time = lprt_traces ? lprt_now() - start : 0;
  if (code == LP_DONE && lprt_traces && lprt_open_books()) {
    ++routine->calls;
    routine->time += time;
    lprt_note(routine, start, time);
    lprt_close_books();
  }
  return state;
}

/* Prints an element. */
static void lprt_print(struct lprt_array const *array, void const *at)
{
  float f[2];
  double d[2];
  long long whole = 0;
  switch (array->type) {
  case 'f':
    memcpy(f, at, (size_t)array->size);
    fprintf(stderr, array->size == 8 ? "(%.9g, %.9g)" : "%.9g", f[0], array->size == 8 ? f[1] : 0);
    break;
  case 'd':
    memcpy(d, at, (size_t)array->size);
    fprintf(stderr, array->size == 16 ? "(%.17g, %.17g)" : "%.17g", d[0], array->size == 16 ? d[1] : 0);
    break;
  default:
    whole = *(signed char const *)at;
    if (array->size == 2) {
      int16_t value;
      memcpy(&value, at, sizeof value);
      whole = value;
    } else if (array->size == 4) {
      int32_t value;
      memcpy(&value, at, sizeof value);
      whole = value;
    } else if (array->size == 8) {
      memcpy(&whole, at, sizeof whole);
    }
    fprintf(stderr, "%lld", whole);
  }
}

/* Says where kernel and original differ, and ends the program. */
static void lprt_differ(struct lprt_routine *routine, struct lprt_array const *array, void const *copy, int64_t at)
{
  fflush(NULL);
  fprintf(stderr, "lpfc: call %ld of %s: `%s", routine->calls, routine->name, array->name);
  int64_t rest = at;
  if (array->has_bounds)
    for (int axis = 0; axis < array->rank; ++axis) {
      int64_t const extent = array->extents[axis] > 0 ? array->extents[axis] : 1;
      int64_t const here = axis + 1 < array->rank ? rest % extent : rest;
      fprintf(stderr, "%s%lld", axis == 0 ? "(" : ", ", (long long)(array->lower[axis] + here));
      rest /= extent;
    }
  fprintf(stderr, "%s", array->has_bounds && array->rank > 0 ? ")`" : "`");
  if (!array->has_bounds)
    fprintf(stderr, ", element %lld,", (long long)at + 1);
  fprintf(stderr, " is ");
  lprt_print(array, (char const *)copy + at * array->size);
  fprintf(stderr, " from the kernel, and ");
  lprt_print(array, (char const *)array->data + at * array->size);
  fprintf(stderr, " from the original\n");
  fflush(NULL);
  _Exit(3);
}

/* Whether an element is no number in both, or zero in both: signs of these are nobody's promise. */
static int lprt_are_alike(struct lprt_array const *array, void const *a, void const *b)
{
  float f[2], g[2];
  double d[2], e[2];
  if (array->type == 'f' && array->size == 4) {
    memcpy(f, a, sizeof *f);
    memcpy(g, b, sizeof *g);
    return (f[0] != f[0] && g[0] != g[0]) || (f[0] == 0 && g[0] == 0);
  }
  if (array->type != 'd' || array->size != 8)
    return 0;
  memcpy(d, a, sizeof *d);
  memcpy(e, b, sizeof *e);
  return (d[0] != d[0] && e[0] != e[0]) || (d[0] == 0 && e[0] == 0);
}

/* Compares what the kernel computed with what the original did since, byte by byte. Where threads share an array, what
 * the kernel has left alone another one may have written. */
static void lprt_compare(struct lprt_routine *routine, struct lprt_array const *arrays, int count)
{
  struct lprt_frame *const frame = lprt_frames;
  if (frame == NULL)
    return;
  for (int i = 0; i < count; ++i)
    for (int64_t at = 0; at < arrays[i].bytes / arrays[i].size; ++at) {
      int64_t const offset = at * arrays[i].size;
      char const *const own = (char const *)frame->copies[i] + offset, *const before = frame->copies[count + i];
      if (before != NULL && memcmp(own, before + offset, (size_t)arrays[i].size) == 0)
        continue;
      char const *const other = (char const *)arrays[i].data + offset;
      if (memcmp(own, other, (size_t)arrays[i].size) != 0 && !lprt_are_alike(&arrays[i], own, other))
        lprt_differ(routine, &arrays[i], frame->copies[i], at);
    }
  lprt_frames = frame->next;
  for (int i = 0; i < 2 * count; ++i)
    free(frame->copies[i]);
  free(frame);
}
