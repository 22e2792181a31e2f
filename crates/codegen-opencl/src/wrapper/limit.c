
#include <pthread.h>
#include <signal.h>
#include <time.h>

/* A device or a driver that does not answer: LP_LIMIT says for how many seconds a call of OpenCL may last. No call can be
   given up from within, so that the program ends then. */
__attribute__((weak, visibility("hidden"))) struct {
  double seconds;
  char const *call;
  /* When the call began, in nanoseconds; 0 where nobody waits. */
  int64_t since;
} lprt_limit;

/* Programs that are linked without threads have no limit. */
#pragma weak pthread_create
#pragma weak pthread_sigmask

static int64_t lprt_clock(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Looks every 20 milliseconds whether a call has lasted too long. */
static void *lprt_guard(void *unused)
{
  for (;;) {
    struct timespec const pause = {0, 20000000};
    nanosleep(&pause, NULL);
    int64_t const since = __atomic_load_n(&lprt_limit.since, __ATOMIC_ACQUIRE);
    if (since == 0 || 1e-9 * (double)(lprt_clock() - since) < lprt_limit.seconds)
      continue;
    fprintf(
        stderr, "lpfc: %s has not returned after %g seconds, which LP_LIMIT allows: the device or its driver hangs\n",
        lprt_limit.call, lprt_limit.seconds);
    _Exit(4);
  }
  return unused;
}

/* Begins to look, where the program is to be ended. Signals are for the threads of the program. */
static void lprt_begin_limit(void)
{
  char const *const value = getenv("LP_LIMIT");
  if (value == NULL || *value == '\0')
    return;
  char *end;
  double const seconds = strtod(value, &end);
  if (*end != '\0' || !(seconds > 0)) {
    fprintf(stderr, "lpfc: LP_LIMIT is `%s`, and no number of seconds: there is no limit\n", value);
    return;
  }
  lprt_limit.seconds = seconds;
  sigset_t all, own;
  pthread_t guard;
  sigfillset(&all);
  if (pthread_create == NULL || pthread_sigmask == NULL || pthread_sigmask(SIG_SETMASK, &all, &own) != 0)
    return;
  if (pthread_create(&guard, NULL, lprt_guard, NULL) != 0)
    fprintf(stderr, "lpfc: no thread can be made: LP_LIMIT is no limit\n");
  pthread_sigmask(SIG_SETMASK, &own, NULL);
}

/* A call of OpenCL begins. */
static void lprt_wait(char const *call)
{
  lprt_limit.call = call;
  __atomic_store_n(&lprt_limit.since, lprt_limit.seconds > 0 ? lprt_clock() : 0, __ATOMIC_RELEASE);
}

/* It has returned. */
static void lprt_end_wait(void)
{
  __atomic_store_n(&lprt_limit.since, 0, __ATOMIC_RELEASE);
}
