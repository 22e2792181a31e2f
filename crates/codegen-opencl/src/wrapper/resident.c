/* The host is about to read or to write arrays that may lie on the device: all of them, or some bytes. */
static void lprt_to_host(void const *host, int64_t bytes)
{
  /* A handler of a signal runs while a call of a kernel waits behind it, which has what it needs. */
  if (lprt_table.count == 0 || lprt_holds_device)
    return;
  lprt_lock_device();
  for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next) {
    if (host == NULL || lprt_meet(one, host, bytes))
      lprt_fetch(one);
    if (host == NULL) {
      one->host_is_newer = 1;
      one->is_watched = 0;
    }
  }
  lprt_unlock_device();
}

/* Under LP_VERIFY, says which array the host has changed without telling it. */
static void lprt_check_residents(void)
{
  if (lprt_holds_device)
    return;
  lprt_lock_device();
  for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next)
    lprt_check(one);
  lprt_unlock_device();
}

/* Watches all of them from now on; a kernel has written some. */
static void lprt_watch_residents(struct lprt_array const *written, int count)
{
  lprt_lock_device();
  for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next) {
    for (int i = 0; i < count; ++i)
      one->is_written |= lprt_meet(one, written[i].data, written[i].bytes);
    lprt_watch(one);
  }
  lprt_unlock_device();
}

static int lprt_fetch_buffer(struct lprt_resident *one)
{
  lprt_bytes_to_host += one->bytes;
  cl_int const status = clEnqueueReadBuffer(
      lp_device.queue, (cl_mem)one->buffer, CL_TRUE, 0, (size_t)one->bytes, one->host, 0, NULL, NULL);
  return lp_opencl("clEnqueueReadBuffer", status);
}

static void lprt_drop_buffer(struct lprt_resident *one)
{
  clReleaseMemObject((cl_mem)one->buffer);
}

/* The array that stays on the device, if it is this one. */
static struct lprt_resident *lprt_resident(struct lp_array const *array)
{
  for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next)
    if (array->bytes > 0 && one->host == array->data && one->bytes == array->bytes)
      return one;
  return NULL;
}

/* Begins to copy; whoever fails afterwards waits for it. */
static cl_int lprt_write(cl_mem buffer, void const *data, int64_t bytes)
{
  lprt_bytes_to_device += bytes;
  return clEnqueueWriteBuffer(lp_device.queue, buffer, CL_FALSE, 0, (size_t)bytes, data, 0, NULL, NULL);
}

/* Launches when the buffers were made: what fails later may have lost arrays that stay. */
static long lprt_launches_before;
static int lprt_writes_resident;

/* Copies an array, or a part of one that stays, which is taken from the host then. */
static cl_int lprt_put_copy(struct lp_array const *array, cl_mem *buffer)
{
  cl_int status = CL_SUCCESS;
  *buffer = lp_take_buffer(lp_size(array), &status);
  if (status != CL_SUCCESS || array->data == NULL || array->bytes <= 0)
    return status;
  lprt_return(array->data, array->bytes);
  for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next)
    if (lprt_meet(one, array->data, array->bytes))
      lprt_fetch(one);
  return lprt_write(*buffer, array->data, array->bytes);
}

/* Takes the buffer of an array that stays. */
static cl_int lprt_put_resident(struct lp_array const *array, struct lprt_resident *stays, cl_mem *buffer)
{
  cl_int status = CL_SUCCESS;
  if (stays->buffer == NULL)
    stays->buffer = lp_take_buffer(lp_size(array), &status);
  *buffer = (cl_mem)stays->buffer;
  if (status == CL_SUCCESS && stays->host_is_newer)
    status = lprt_write(*buffer, stays->host, stays->bytes);
  if (status == CL_SUCCESS)
    stays->host_is_newer = 0;
  lprt_writes_resident |= array->result != NULL;
  return status;
}

/* Makes the buffer of an array, with its contents, or takes the one that stays. */
static cl_int lprt_put(struct lp_array const *array, cl_mem *buffer)
{
  struct lprt_resident *const stays = lprt_resident(array);
  if (stays != NULL)
    return lprt_put_resident(array, stays, buffer);
  int const is_copy = array->result != NULL && lprt_has_copies;
  struct lprt_automatic *const automatic = is_copy ? NULL : lprt_automatic(array);
  if (automatic == NULL)
    return lprt_put_copy(array, buffer);
  cl_int const status = lprt_put_automatic(automatic, array->result != NULL);
  *buffer = automatic->buffer;
  lprt_writes_resident |= automatic->is_only_there;
  return status;
}

/* Makes the buffers of all arrays. */
static int lp_put(struct lp_array const *arrays, cl_mem *buffers, int count)
{
  lprt_table.fetch = lprt_fetch_buffer;
  lprt_table.drop = lprt_drop_buffer;
  lprt_table.give_back = lprt_return;
  lprt_launches_before = lprt_launches;
  lprt_writes_resident = 0;
  for (int i = 0; i < count; ++i) {
    cl_int status = lprt_put(&arrays[i], &buffers[i]);
    if (status != CL_SUCCESS && buffers[i] == NULL) {
      lprt_return_unused();
      status = lprt_put(&arrays[i], &buffers[i]);
    }
    if (status != CL_SUCCESS) {
      char call[256];
      snprintf(call, sizeof call, "copying `%.200s` to the device", arrays[i].name);
      return lp_stop(lp_opencl(call, status));
    }
  }
  return LP_DONE;
}

/* Ends the program: nobody knows any more what an array was before the call. */
static void lprt_lose(char const *array)
{
  fflush(NULL);
  fprintf(stderr, "lpfc: `%s` is lost while it is copied from the device: %s\n", array, lp_message);
  exit(4);
}

/* Whether an array lies among constants, and is on the device what it is there. */
static int lprt_is_unchanged(struct lp_array const *array, cl_mem buffer)
{
  if (!lprt_is_constant(array->result, array->bytes))
    return 0;
  size_t const bytes = (size_t)array->bytes;
  void *const read = malloc(bytes);
  int const is_read = read != NULL
      && clEnqueueReadBuffer(lp_device.queue, buffer, CL_TRUE, 0, bytes, read, 0, NULL, NULL) == CL_SUCCESS;
  int const is_unchanged = is_read && memcmp(read, array->result, bytes) == 0;
  free(read);
  return is_unchanged;
}

/* Copies an array back that does not stay. */
static cl_int lprt_get_copy(struct lp_array const *array, cl_mem buffer)
{
  if (lprt_is_unchanged(array, buffer))
    return CL_SUCCESS;
  for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next)
    if (lprt_meet(one, array->result, array->bytes)) {
      one->host_is_newer = 1;
      one->is_watched = 0;
    }
  lprt_let_write(array->result, array->bytes);
  lprt_bytes_to_host += array->bytes;
  return clEnqueueReadBuffer(
      lp_device.queue, buffer, CL_TRUE, 0, (size_t)array->bytes, array->result, 0, NULL, NULL);
}

/* Copies back what was written, once all launches are done. */
static int lp_get(struct lp_array const *arrays, cl_mem const *buffers, int count)
{
  int code = lp_opencl("running the kernel", clFinish(lp_device.queue));
  for (int i = 0; i < count && code == LP_DONE; ++i) {
    struct lprt_resident *const stays = lprt_resident(&arrays[i]);
    if (arrays[i].result == NULL || arrays[i].bytes <= 0)
      continue;
    if (stays != NULL) {
      stays->device_is_newer = 1;
      continue;
    }
    struct lprt_automatic *const automatic = lprt_is_kept(buffers[i]) ? lprt_find(&arrays[i]) : NULL;
    cl_int const status =
        automatic != NULL ? lprt_get_automatic(automatic) : lprt_get_copy(&arrays[i], buffers[i]);
    code = lp_opencl("clEnqueueReadBuffer", status);
    if (code != LP_DONE && !lprt_has_copies)
      lprt_lose(arrays[i].name);
  }
  if (code == LP_DONE)
    lprt_writes_resident = 0;
  return code;
}

/* Lets go of buffers that do not stay, some of which may not have been made. */
static void lp_drop(struct lp_array const *arrays, cl_mem *buffers, int count)
{
  int const has_run = lprt_launches != lprt_launches_before;
  if (lprt_writes_resident && has_run) {
    fprintf(stderr, "lpfc: arrays on the device are lost: %s\n", lp_message);
    exit(4);
  }
  lprt_end_automatics(has_run);
  for (int i = 0; i < count; ++i) {
    int stays = buffers[i] != NULL && lprt_is_kept(buffers[i]);
    for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next)
      stays |= one->buffer == buffers[i];
    if (buffers[i] != NULL && !stays)
      lp_leave_buffer(buffers[i], lp_size(&arrays[i]));
  }
}
