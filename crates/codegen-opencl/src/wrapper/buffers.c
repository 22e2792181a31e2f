/* Makes a buffer of each array, with its contents. */
static int lp_put(struct lp_array const *arrays, cl_mem *buffers, int count)
{
  for (int i = 0; i < count; ++i) {
    cl_int status;
    size_t const bytes = lp_size(&arrays[i]);
    buffers[i] = lp_take_buffer(bytes, &status);
    if (status == CL_SUCCESS && arrays[i].data != NULL && arrays[i].bytes > 0)
      status =
          clEnqueueWriteBuffer(lp_device.queue, buffers[i], CL_FALSE, 0, bytes, arrays[i].data, 0, NULL, NULL);
    if (status != CL_SUCCESS) {
      char call[256];
      snprintf(call, sizeof call, "copying `%.200s` to the device", arrays[i].name);
      return lp_stop(lp_opencl(call, status));
    }
  }
  return LP_DONE;
}

/* Copies back what was written, once all launches are done. */
static int lp_get(struct lp_array const *arrays, cl_mem const *buffers, int count)
{
  int code = lp_opencl("running the kernel", clFinish(lp_device.queue));
  for (int i = 0; i < count && code == LP_DONE; ++i) {
    size_t const bytes = arrays[i].bytes > 0 ? (size_t)arrays[i].bytes : 0;
    if (arrays[i].result != NULL && bytes > 0)
      code = lp_opencl(
          "clEnqueueReadBuffer",
          clEnqueueReadBuffer(lp_device.queue, buffers[i], CL_TRUE, 0, bytes, arrays[i].result, 0, NULL, NULL));
  }
  return code;
}

/* Lets go of buffers, some of which may not have been made. */
static void lp_drop(struct lp_array const *arrays, cl_mem *buffers, int count)
{
  for (int i = 0; i < count; ++i)
    if (buffers[i] != NULL)
      lp_leave_buffer(buffers[i], lp_size(&arrays[i]));
}
