// Stands before an OpenCL driver and misbehaves as LP_STUB says. Loaded by LD_PRELOAD into a process under test.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(const char *fault)
{
  const char *wanted = getenv("LP_STUB");
  return wanted && strcmp(wanted, fault) == 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int clGetPlatformIDs(unsigned n, void **ids, unsigned *count)
{
  if (is("no platform")) {
    if (count)
      *count = 0;
    return -1001;
  }
  return REAL(clGetPlatformIDs)(n, ids, count);
}

int clGetDeviceInfo(void *device, unsigned what, size_t size, void *value, size_t *needed)
{
  if (is("list fails"))
    return -33;
  int status = REAL(clGetDeviceInfo)(device, what, size, value, needed);
  if (status == 0 && value && is("little local memory") && what == 0x1023)
    *(unsigned long *)value = 64;
  if (status == 0 && value && is("little memory") && what == 0x1010)
    *(unsigned long *)value = 16;
  if (status == 0 && value && is("small groups") && what == 0x1004)
    *(size_t *)value = 4;
  if (status == 0 && value && is("buffers begin anywhere") && what == 0x1019)
    *(unsigned *)value = 64;
  return status;
}

void *clCreateProgramWithSource(void *context, unsigned n, const char **texts, const size_t *lengths, int *status)
{
  const char *broken = "__kernel void k( { }\n";
  if (is("does not compile"))
    return REAL(clCreateProgramWithSource)(context, 1, &broken, NULL, status);
  return REAL(clCreateProgramWithSource)(context, n, texts, lengths, status);
}

int clBuildProgram(void *program, unsigned n, void *const *devices, const char *options, void *call, void *data)
{
  if (is("compiler aborts"))
    abort();
  if (is("fails without a log"))
    return -11;
  return REAL(clBuildProgram)(program, n, devices, options, call, data);
}

void *clCreateBuffer(void *context, unsigned long flags, size_t size, void *host, int *status)
{
  if (is("allocation fails")) {
    *status = -4;
    return NULL;
  }
  return REAL(clCreateBuffer)(context, flags, size, host, status);
}

int clEnqueueNDRangeKernel(void *queue, void *kernel, unsigned dim, const size_t *offset, const size_t *global,
                           const size_t *local, unsigned n, void *const *wait, void **event)
{
  if (is("out of resources"))
    return -5;
  if (is("driver crashes"))
    *(volatile int *)0 = 1;
  if (is("process ends"))
    exit(0);
  if (is("ended from outside"))
    raise(SIGTERM);
  return REAL(clEnqueueNDRangeKernel)(queue, kernel, dim, offset, global, local, n, wait, event);
}

int clFinish(void *queue)
{
  if (is("device is lost"))
    return -2;
  if (is("device hangs"))
    for (;;)
      sleep(1000);
  if (is("driver aborts")) {
    fprintf(stderr, "assertion failed in the driver\n");
    abort();
  }
  return REAL(clFinish)(queue);
}

int clEnqueueReadBuffer(void *queue, void *buffer, unsigned blocking, size_t offset, size_t size, void *data,
                        unsigned n, void *const *wait, void **event)
{
  if (is("reading fails"))
    return -36;
  int status = REAL(clEnqueueReadBuffer)(queue, buffer, blocking, offset, size, data, n, wait, event);
  if (is("writes behind the end") && size > 0)
    ((char *)data)[size - 1] ^= 1;
  if (is("computes something else") && size > 8)
    ((char *)data)[7] ^= 64;
  return status;
}
