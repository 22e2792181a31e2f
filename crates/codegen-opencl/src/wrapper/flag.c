/* Reads a truth value that a launch has written. */
static int lp_flag(cl_mem buffer, bool *value)
{
  cl_uchar byte = 0;
  cl_int const status = clEnqueueReadBuffer(lp_device.queue, buffer, CL_TRUE, 0, 1, &byte, 0, NULL, NULL);
  *value = byte != 0;
  return lp_opencl("clEnqueueReadBuffer", status);
}
