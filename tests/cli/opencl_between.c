/* Stands between a program and the library of OpenCL, whose path is REAL. It shows one device as two, tells on standard error
   which of them is taken where TELL is set, and misbehaves as FAULT says. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef long word;
typedef word call(word, word, word, word, word, word, word, word, word);

static call *real(char const *name)
{
  static void *library;
  if (library == NULL && (library = dlopen(REAL, RTLD_NOW)) == NULL)
    abort();
  return (call *)dlsym(library, name);
}

static int is(char const *fault)
{
  char const *const wanted = getenv("FAULT");
  return wanted != NULL && strcmp(wanted, fault) == 0;
}

/* The device, and what stands for it. */
static word device;
static char shown[2];

static word of(word given)
{
  return given == (word)&shown[0] || given == (word)&shown[1] ? device : given;
}

#define ALL word a, word b, word c, word d, word e, word f, word g, word h, word i
#define FORWARD(name, before) \
  word name(ALL) \
  { \
    before; \
    return real(#name)(a, b, c, d, e, f, g, h, i); \
  }

/* A list of one device. */
#define ONE(list) \
  word one = of(*(word *)list); \
  list = (word)&one

int clGetDeviceIDs(ALL)
{
  if ((int)real("clGetDeviceIDs")(a, b, 1, (word)&device, 0, f, g, h, i) != 0)
    return -1;
  for (word at = 0; at < 2 && at < c; ++at)
    ((word *)d)[at] = (word)&shown[at];
  if (e != 0)
    *(unsigned *)e = 2;
  return 0;
}

word clCreateContext(ALL)
{
  if (getenv("TELL") != NULL)
    fprintf(stderr, "device %d\n", (int)(*(word *)c - (word)shown));
  ONE(c);
  return real("clCreateContext")(a, b, c, d, e, f, g, h, i);
}

word clCreateBuffer(ALL)
{
  if (is("memory")) {
    *(int *)e = -4;
    return 0;
  }
  return real("clCreateBuffer")(a, b, c, d, e, f, g, h, i);
}

FORWARD(clGetPlatformIDs, )
FORWARD(clGetDeviceInfo, a = of(a))
FORWARD(clCreateCommandQueue, b = of(b))
FORWARD(clGetProgramBuildInfo, b = of(b))
FORWARD(clBuildProgram, if (is("build")) return -11; while (is("compile")) pause(); ONE(c))
FORWARD(clCreateProgramWithBinary, ONE(c))
FORWARD(clEnqueueNDRangeKernel, if (is("launch")) return -5)
FORWARD(clEnqueueReadBuffer, if (is("read")) return -36)
FORWARD(clFinish, if (is("lost")) return -2; while (is("hang")) pause())
FORWARD(clCreateKernel, )
FORWARD(clCreateProgramWithSource, )
FORWARD(clEnqueueWriteBuffer, )
FORWARD(clGetProgramInfo, )
FORWARD(clReleaseCommandQueue, )
FORWARD(clReleaseContext, )
FORWARD(clReleaseKernel, )
FORWARD(clReleaseMemObject, )
#ifndef LACKING
FORWARD(clReleaseProgram, )
#endif
FORWARD(clSetKernelArg, )
