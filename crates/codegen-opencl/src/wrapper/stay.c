/* The part of a call in LP_DATA=auto: which arrays stay, and what happens to them before and behind a kernel. */
#ifdef LPRT_LEAST
/* Notes an array, with pages that may be protected if there are some. */
static struct lprt_automatic *lprt_begin_automatic(struct lp_array const *array)
{
  struct lprt_automatic *one = lprt_automatics.first;
  while (one != NULL && one->end != 0)
    one = one->next;
  if (one == NULL) {
    one = calloc(1, sizeof *one);
    if (one == NULL)
      return NULL;
    one->next = lprt_automatics.first;
    __atomic_store_n(&lprt_automatics.first, one, __ATOMIC_RELEASE);
  }
  one->host = (uintptr_t)array->data;
  one->end = one->host + (uint64_t)array->bytes;
  int can_stay = lprt_static_pages(array->data, array->bytes, &one->first, &one->last)
      || lprt_malloc_pages(array->data, array->bytes, &one->first, &one->last);
  if (can_stay) {
    one->states = calloc(lprt_pieces(one), 1);
    one->edges = malloc(2 * lprt_pages.size);
    can_stay = one->states != NULL && one->edges != NULL;
  }
  if (!can_stay)
    one->first = one->last = 0;
  lprt_automatics.refused += !can_stay;
  return one;
}

static struct lprt_automatic *lprt_find(struct lp_array const *array)
{
  uintptr_t const host = (uintptr_t)array->data;
  struct lprt_automatic *one = lprt_automatics.first;
  while (one != NULL && !(one->host == host && one->end == host + (uint64_t)array->bytes))
    one = one->next;
  return one;
}

/* Whether an array shares no memory with one that stays. */
static int lprt_is_apart(struct lp_array const *array)
{
  uintptr_t const host = (uintptr_t)array->data;
  for (struct lprt_automatic const *one = lprt_automatics.first; one != NULL; one = one->next)
    if (one->host < host + (uint64_t)array->bytes && host < one->end)
      return 0;
  for (struct lprt_resident const *one = lprt_table.first; one != NULL; one = one->next)
    if (lprt_meet(one, array->data, array->bytes))
      return 0;
  return 1;
}

/* The array of a call if it stays by itself, from now on at the latest. */
static struct lprt_automatic *lprt_automatic(struct lp_array const *array)
{
  if (array->data == NULL || array->bytes < LPRT_LEAST || !lprt_is_automatic())
    return NULL;
  struct lprt_automatic *one = lprt_find(array);
  if (one == NULL || lprt_has_gone(one)) {
    lprt_return(array->data, array->bytes);
    lprt_sweep();
    one = lprt_is_apart(array) ? lprt_begin_automatic(array) : NULL;
  }
  return one != NULL && one->states != NULL ? one : NULL;
}

/* What shares pages with something else: before the pages, or behind them. */
static size_t lprt_edge(struct lprt_automatic const *one, int is_behind, uintptr_t *from)
{
  uintptr_t const to = is_behind ? one->end : one->first;
  *from = is_behind ? one->last : one->host;
  return *from < to ? to - *from : 0;
}

/* Copies an edge to the device if the host has changed it since it was known so. */
static cl_int lprt_put_edge(struct lprt_automatic *one, uintptr_t from, size_t count, unsigned char *known)
{
  if (one->has_edges && memcmp(known, (void *)from, count) == 0)
    return CL_SUCCESS;
  memcpy(known, (void *)from, count);
  lprt_bytes_to_device += (int64_t)count;
  return clEnqueueWriteBuffer(
      lp_device.queue, one->buffer, CL_TRUE, from - one->host, count, known, 0, NULL, NULL);
}

/* Copies an edge to the host, which the device may have changed. */
static cl_int lprt_get_edge(struct lprt_automatic *one, uintptr_t from, size_t count, unsigned char *known)
{
  lprt_bytes_to_host += (int64_t)count;
  cl_int const status = clEnqueueReadBuffer(
      lp_device.queue, one->buffer, CL_TRUE, from - one->host, count, known, 0, NULL, NULL);
  if (status == CL_SUCCESS)
    memcpy((void *)from, known, count);
  return status;
}

/* Copies both edges. */
static cl_int lprt_copy_edges(
    struct lprt_automatic *one, cl_int (*copy)(struct lprt_automatic *, uintptr_t, size_t, unsigned char *))
{
  cl_int status = CL_SUCCESS;
  unsigned char *known = one->edges;
  for (int is_behind = 0; is_behind < 2 && status == CL_SUCCESS; ++is_behind) {
    uintptr_t from;
    size_t const count = lprt_edge(one, is_behind, &from);
    if (count > 0)
      status = copy(one, from, count, known);
    known += count;
  }
  return status;
}

/* Copies to the device what only the host has. */
static cl_int lprt_put_pieces(struct lprt_automatic *one)
{
  cl_int status = CL_SUCCESS;
  size_t const all = lprt_pieces(one);
  for (size_t piece = 0, count; piece < all && status == CL_SUCCESS; piece += count) {
    count = lprt_alike(one, piece, all);
    if (one->states[piece] != LPRT_HOST)
      continue;
    uintptr_t from;
    size_t const bytes = lprt_span(one, piece, count, &from);
    lprt_bytes_to_device += (int64_t)bytes;
    status = clEnqueueWriteBuffer(
        lp_device.queue, one->buffer, CL_TRUE, from - one->host, bytes, (void *)from, 0, NULL, NULL);
    if (status == CL_SUCCESS)
      lprt_become(one, piece, count, LPRT_BOTH);
  }
  return status;
}

static int lprt_is_partly_away(struct lprt_automatic const *one)
{
  return memchr(one->states, LPRT_DEVICE, lprt_pieces(one)) != NULL;
}

/* Makes an array ready for a kernel. */
static cl_int lprt_put_automatic(struct lprt_automatic *one, int is_written)
{
  cl_int status = CL_SUCCESS;
  lprt_listen();
  if (one->buffer == NULL)
    one->buffer = lp_take_buffer((size_t)(one->end - one->host), &status);
  one->is_used = 1;
  one->is_written = is_written;
  one->is_only_there = is_written && lprt_is_partly_away(one);
  if (status == CL_SUCCESS)
    status = lprt_put_pieces(one);
  if (status == CL_SUCCESS)
    status = lprt_copy_edges(one, lprt_put_edge);
  one->has_edges = status == CL_SUCCESS;
  return status;
}

/* The device has changed an array. */
static cl_int lprt_get_automatic(struct lprt_automatic *one)
{
  size_t const all = lprt_pieces(one);
  if (one->states[0] != LPRT_DEVICE || lprt_alike(one, 0, all) != all)
    lprt_become(one, 0, all, LPRT_DEVICE);
  one->is_written = 0;
  return lprt_copy_edges(one, lprt_get_edge);
}

/* Ends a call. Where it failed, the device may have changed what the host has too. */
static void lprt_end_automatics(int has_run)
{
  for (struct lprt_automatic *one = lprt_automatics.first; one != NULL; one = one->next) {
    if (one->is_used && one->is_written && has_run) {
      lprt_give(one, one->first, one->last, 1);
      one->has_edges = 0;
    }
    one->is_used = one->is_written = 0;
  }
}

static int lprt_is_kept(cl_mem buffer)
{
  struct lprt_automatic const *one = lprt_automatics.first;
  while (one != NULL && one->buffer != buffer)
    one = one->next;
  return one != NULL;
}

/* Whether some of an array is on the device only. */
static int lprt_is_away(struct lp_array const *array)
{
  struct lprt_automatic const *const one = array->data == NULL ? NULL : lprt_find(array);
  return one != NULL && one->states != NULL && lprt_is_partly_away(one);
}
#else
/* Elsewhere no array stays by itself. */
struct lprt_automatic {
  cl_mem buffer;
  int is_only_there;
};

__attribute__((constructor)) static void lprt_ask(void)
{
  char const *const value = getenv("LP_DATA");
  if (value != NULL && *value != '\0' && strcmp(value, "copy") != 0)
    fprintf(stderr, "lpfc: LP_DATA is `%s`, and this system only knows `copy`\n", value);
}

static struct lprt_automatic *lprt_find(struct lp_array const *array)
{
  (void)array;
  return NULL;
}

static struct lprt_automatic *lprt_automatic(struct lp_array const *array)
{
  return lprt_find(array);
}

static cl_int lprt_put_automatic(struct lprt_automatic *one, int is_written)
{
  (void)one;
  return is_written;
}

static cl_int lprt_get_automatic(struct lprt_automatic *one)
{
  (void)one;
  return CL_SUCCESS;
}

static void lprt_let_write(void const *host, int64_t bytes)
{
  (void)host;
  (void)bytes;
}

static void lprt_return(void const *host, int64_t bytes)
{
  (void)host, (void)bytes;
}

static void lprt_return_unused(void)
{
}

static void lprt_end_automatics(int has_run)
{
  (void)has_run;
}

static int lprt_is_kept(cl_mem buffer)
{
  (void)buffer;
  return 0;
}

static int lprt_is_away(struct lp_array const *array)
{
  (void)array;
  return 0;
}
#endif
