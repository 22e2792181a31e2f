/* Arrays of which a copy stays on the device, from `data begin` to `data end`. All objects of a program share them. */
#define LPRT_SHARED __attribute__((weak, visibility("hidden")))

/* Such an array. One whose stay has ended remains in the list, empty: who does not hold the device may look at it. */
struct lprt_resident {
  struct lprt_resident *next;
  char name[128];
  void *host, *buffer;
  int64_t bytes;
  /* How many regions hold it, and how many stays have ended in this entry. */
  int depth;
  unsigned ended;
  /* Which of both copies was changed since they were equal. */
  int host_is_newer, device_is_newer;
  /* What the host's copy was, where LP_VERIFY watches it, and whether kernels would have made the device's newer: there
     the host has all results. */
  int is_watched, is_written;
  uint64_t hash;
};

/* The table, and what an object with kernels does with its buffers. */
LPRT_SHARED struct {
  struct lprt_resident *first;
  /* How many of them are not empty. */
  int count;
  int (*fetch)(struct lprt_resident *);
  void (*drop)(struct lprt_resident *);
  void (*give_back)(void const *, int64_t);
} lprt_table;

/* Held while the table or the device is used. */
LPRT_SHARED char lprt_device;

enum { LPRT_COPY, LPRT_CREATE, LPRT_END_COPY, LPRT_TO_HOST, LPRT_TO_DEVICE, LPRT_END_CREATE };

/* Whether this thread does. */
LPRT_SHARED __thread int lprt_holds_device;

static void lprt_lock_device(void)
{
  while (__atomic_test_and_set(&lprt_device, __ATOMIC_ACQUIRE))
    sched_yield();
  lprt_holds_device = 1;
}

static void lprt_unlock_device(void)
{
  lprt_holds_device = 0;
  __atomic_clear(&lprt_device, __ATOMIC_RELEASE);
}

static uint64_t lprt_hash(struct lprt_resident const *one)
{
  uint64_t hash = UINT64_C(14695981039346656037);
  for (int64_t i = 0; i < one->bytes; ++i)
    hash = (hash ^ ((unsigned char const *)one->host)[i]) * UINT64_C(1099511628211);
  return hash;
}

/* Lets LP_VERIFY see whether the host changes an array from now on. */
static void lprt_watch(struct lprt_resident *one)
{
  char const *const value = getenv("LP_VERIFY");
  one->is_watched = value != NULL && *value != '\0' && strcmp(value, "0") != 0;
  one->hash = one->is_watched ? lprt_hash(one) : 0;
}

/* Ends the program where it has changed an array that LP_VERIFY watches. */
static void lprt_check(struct lprt_resident const *one)
{
  if (!one->is_watched || lprt_hash(one) == one->hash)
    return;
  fflush(NULL);
  fprintf(stderr, "lpfc: the program has changed `%s` in its data region, without `update device`\n", one->name);
  fflush(NULL);
  _Exit(3);
}

/* Whether this process is the child of one whose kernels have run. */
__attribute__((weak, visibility("hidden"))) int lprt_has_forked;

/* Gives the host what the device has changed. */
static void lprt_fetch(struct lprt_resident *one)
{
  if (one->device_is_newer && lprt_has_forked) {
    fprintf(stderr, "lpfc: `%s` is on the device of the process that this one was forked from\n", one->name);
    _Exit(4);
  }
  if (one->device_is_newer && lprt_table.fetch(one) != 0) {
    fprintf(stderr, "lpfc: the device gives `%s` no more\n", one->name);
    exit(4);
  }
  if (one->device_is_newer && one->is_watched)
    lprt_watch(one);
  one->device_is_newer = 0;
}

/* The same where LP_VERIFY may watch: what kernels have written would replace what the program has. */
static void lprt_take(struct lprt_resident *one)
{
  lprt_fetch(one);
  if (!one->is_written)
    return;
  lprt_check(one);
  one->is_written = 0;
}

static int lprt_meet(struct lprt_resident const *one, void const *host, int64_t bytes)
{
  uintptr_t const a = (uintptr_t)one->host, b = (uintptr_t)host;
  return bytes > 0 && a < b + (uint64_t)bytes && b < a + (uint64_t)one->bytes;
}

/* The device gets a part of it that the host has changed; the rest is as the device has it. */
static void lprt_renew(struct lprt_resident *one, char *host, int64_t bytes)
{
  char *const first = host < (char *)one->host ? (char *)one->host : host;
  char *const end = (char *)one->host + one->bytes, *const last = host + bytes < end ? host + bytes : end;
  size_t const size = (size_t)(last - first);
  if (one->device_is_newer && (int64_t)size < one->bytes) {
    void *const kept = malloc(size);
    if (kept == NULL) {
      fprintf(stderr, "lpfc: no memory to update a part of `%s`\n", one->name);
      exit(4);
    }
    memcpy(kept, first, size);
    lprt_fetch(one);
    memcpy(first, kept, size);
    free(kept);
  }
  if (one->is_written && size == (size_t)one->bytes)
    fprintf(stderr, "lpfc: `update device` replaces what kernels have written of `%s` since `update host`\n", one->name);
  one->is_written = 0;
  one->host_is_newer = 1;
  one->device_is_newer = 0;
  lprt_watch(one);
}

/* Makes the copies of all arrays that meet some memory equal. */
static void lprt_update(int what, void *host, int64_t bytes)
{
  for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next) {
    if (!lprt_meet(one, host, bytes))
      continue;
    if (what == LPRT_TO_DEVICE)
      lprt_renew(one, host, bytes);
    else
      lprt_take(one);
  }
}

/* Each shared library has a table and a device of its own. The first one of the process, and whether there are
   others. */
__attribute__((weak, visibility("default"))) char const *lprt_first_device;
__attribute__((weak, visibility("default"))) int lprt_has_devices;

__attribute__((constructor)) static void lprt_note_device(void)
{
  if (lprt_first_device == NULL)
    lprt_first_device = &lprt_device;
  lprt_has_devices |= lprt_first_device != &lprt_device;
}

/* What an item of an open data region of this thread holds, and which stay of it; nothing where the array has gaps or
   is none. Regions end in the reverse order of their beginnings, each in the routine in which it began. */
struct lprt_held {
  struct lprt_held *around;
  int item;
  struct lprt_resident *one;
  unsigned ended;
};
LPRT_SHARED __thread struct lprt_held *lprt_held;

/* Ends the stay of an array. */
static void lprt_end_resident(struct lprt_resident *one)
{
  if (one->buffer != NULL)
    lprt_table.drop(one);
  struct lprt_resident *const next = one->next;
  *one = (struct lprt_resident){.next = next, .ended = one->ended + 1};
  --lprt_table.count;
}

/* One region less holds an array. */
static void lprt_release(struct lprt_resident *one)
{
  if (one != NULL && --one->depth == 0)
    lprt_end_resident(one);
}

/* An array without a stay. */
static struct lprt_resident *lprt_empty_resident(void)
{
  struct lprt_resident *one = lprt_table.first;
  while (one != NULL && one->bytes != 0)
    one = one->next;
  if (one != NULL)
    return one;
  one = calloc(1, sizeof *one);
  if (one != NULL) {
    one->next = lprt_table.first;
    __atomic_store_n(&lprt_table.first, one, __ATOMIC_RELEASE);
  }
  return one;
}

/* Begins the stay of an array, or holds it in one more region. A part of one that stays is not held. */
static struct lprt_resident *lprt_begin_resident(char const *name, void *host, int64_t bytes)
{
  struct lprt_resident *one = lprt_table.first;
  while (one != NULL && !lprt_meet(one, host, bytes))
    one = one->next;
  if (one != NULL) {
    int const is_it = one->host == host && one->bytes == bytes;
    one->depth += is_it;
    return is_it ? one : NULL;
  }
  one = host != NULL && bytes > 0 ? lprt_empty_resident() : NULL;
  if (one == NULL)
    return NULL;
  snprintf(one->name, sizeof one->name, "%s", name);
  one->host = host;
  one->bytes = bytes;
  one->host_is_newer = 1;
  one->depth = 1;
  lprt_watch(one);
  ++lprt_table.count;
  return one;
}

/* Notes what an item of a region that begins holds. Without memory for the note, the array does not stay. */
static void lprt_hold(int item, struct lprt_resident *one)
{
  struct lprt_held *const held = malloc(sizeof *held);
  if (held == NULL) {
    lprt_release(one);
    return;
  }
  *held = (struct lprt_held){.around = lprt_held, .item = item, .one = one, .ended = one != NULL ? one->ended : 0};
  lprt_held = held;
}

/* What an item of the region that ends has held, if its stay goes on: others of this thread have ended before. */
static struct lprt_resident *lprt_let_go(int item)
{
  struct lprt_held **place = &lprt_held;
  while (*place != NULL && (*place)->item != item)
    place = &(*place)->around;
  struct lprt_held *const held = *place;
  if (held == NULL)
    return NULL;
  struct lprt_resident *const one = held->one != NULL && held->one->ended == held->ended ? held->one : NULL;
  *place = held->around;
  free(held);
  return one;
}

/* Ends what an item of a region holds. Its name may stand for another array than at the beginning: the host gets both. */
static void lprt_end_item(int what, int item, void const *host, int64_t bytes)
{
  struct lprt_resident *const held = lprt_let_go(item);
  for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next)
    if (what == LPRT_END_COPY && (one == held || lprt_meet(one, host, bytes)))
      lprt_take(one);
  lprt_release(held);
}

/* Begins or ends the stay of an array, which is an item of the list of a region, or makes one of its copies equal to the
   other. Where one table does not know what kernels of another do, none stays. An array with gaps, or none, has no
   bytes. */
LPRT_SHARED void lprt_data(int what, int item, char const *name, void *host, int64_t bytes)
{
  if (lprt_has_devices && lprt_table.count == 0) {
    if (lprt_has_devices == 1)
      fprintf(stderr, "lpfc: arrays are copied in each call in spite of data regions: several libraries have kernels\n");
    lprt_has_devices = 2;
    return;
  }
  lprt_lock_device();
  switch (what) {
  case LPRT_COPY:
  case LPRT_CREATE:
    if (lprt_table.give_back != NULL && host != NULL)
      lprt_table.give_back(host, bytes);
    lprt_hold(item, lprt_begin_resident(name, host, bytes));
    break;
  case LPRT_END_COPY:
  case LPRT_END_CREATE:
    lprt_end_item(what, item, host, bytes);
    break;
  default:
    lprt_update(what, host, bytes);
  }
  lprt_unlock_device();
}
