/* The host is about to read or to write arrays that may lie on the device: all of them, or some bytes. */
static void lprt_to_host(void const *host, int64_t bytes)
{
  if (lprt_table.first == NULL)
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
  lprt_lock_device();
  for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next)
    if (one->is_watched && lprt_hash(one) != one->hash) {
      fflush(NULL);
      fprintf(stderr, "lpfc: the program has changed `%s` in its data region, without `update device`\n", one->name);
      fflush(NULL);
      _Exit(3);
    }
  lprt_unlock_device();
}

/* Watches all of them from now on. */
static void lprt_watch_residents(void)
{
  lprt_lock_device();
  for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next)
    lprt_watch(one);
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

/* Makes a buffer of each array, with its contents, or takes the one that stays. */
static int lp_put(struct lp_array const *arrays, cl_mem *buffers, int count)
{
  lprt_table.fetch = lprt_fetch_buffer;
  lprt_table.drop = lprt_drop_buffer;
  lprt_launches_before = lprt_launches;
  lprt_writes_resident = 0;
  for (int i = 0; i < count; ++i) {
    cl_int status = CL_SUCCESS;
    struct lprt_resident *const stays = lprt_resident(&arrays[i]);
    cl_mem buffer = stays != NULL ? (cl_mem)stays->buffer : NULL;
    if (buffer == NULL)
      buffer = lp_take_buffer(lp_size(&arrays[i]), &status);
    buffers[i] = buffer;
    if (stays != NULL && status == CL_SUCCESS) {
      stays->buffer = buffer;
      if (stays->host_is_newer)
        status = lprt_write(buffer, stays->host, stays->bytes);
      if (status == CL_SUCCESS)
        stays->host_is_newer = 0;
      lprt_writes_resident |= arrays[i].result != NULL;
    } else if (status == CL_SUCCESS && arrays[i].data != NULL && arrays[i].bytes > 0) {
      /* A part of one that stays is taken from the host. */
      for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next)
        if (lprt_meet(one, arrays[i].data, arrays[i].bytes))
          lprt_fetch(one);
      status = lprt_write(buffer, arrays[i].data, arrays[i].bytes);
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

/* Copies back what was written, once all launches are done. */
static int lp_get(struct lp_array const *arrays, cl_mem const *buffers, int count)
{
  int code = lp_opencl("running the kernel", clFinish(lp_device.queue));
  for (int i = 0; i < count && code == LP_DONE; ++i) {
    size_t const bytes = (size_t)arrays[i].bytes;
    struct lprt_resident *const stays = lprt_resident(&arrays[i]);
    if (arrays[i].result == NULL || arrays[i].bytes <= 0)
      continue;
    if (stays != NULL) {
      stays->device_is_newer = 1;
      continue;
    }
    for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next)
      if (lprt_meet(one, arrays[i].result, arrays[i].bytes)) {
        one->host_is_newer = 1;
        one->is_watched = 0;
      }
    lprt_bytes_to_host += arrays[i].bytes;
    code = lp_opencl(
        "clEnqueueReadBuffer",
        clEnqueueReadBuffer(lp_device.queue, buffers[i], CL_TRUE, 0, bytes, arrays[i].result, 0, NULL, NULL));
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
  if (lprt_writes_resident && lprt_launches != lprt_launches_before) {
    fprintf(stderr, "lpfc: arrays on the device are lost: %s\n", lp_message);
    exit(4);
  }
  for (int i = 0; i < count; ++i) {
    int stays = 0;
    for (struct lprt_resident *one = lprt_table.first; one != NULL; one = one->next)
      stays |= one->buffer == buffers[i];
    if (buffers[i] != NULL && !stays)
      lp_leave_buffer(buffers[i], lp_size(&arrays[i]));
  }
}
