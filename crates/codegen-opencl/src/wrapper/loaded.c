
#include <dlfcn.h>
#include <sys/auxv.h>

/* The calls of OpenCL, which is looked for when the program runs. */
#define LP_CALLS(X) \
  X(clBuildProgram) X(clCreateBuffer) X(clCreateCommandQueue) X(clCreateContext) \
  X(clCreateKernel) X(clCreateProgramWithBinary) X(clCreateProgramWithSource) \
  X(clEnqueueNDRangeKernel) X(clEnqueueReadBuffer) X(clEnqueueWriteBuffer) X(clFinish) \
  X(clGetDeviceIDs) X(clGetDeviceInfo) X(clGetProgramBuildInfo) X(clGetProgramInfo) \
  X(clReleaseCommandQueue) X(clReleaseContext) X(clReleaseKernel) X(clReleaseMemObject) \
  X(clReleaseProgram) X(clSetKernelArg)

#define LP_FIELD(name) __typeof__(name) *name;
__attribute__((weak, visibility("hidden"))) struct {
  int is_whole;
  __typeof__(clGetPlatformIDs) *platforms;
  LP_CALLS(LP_FIELD)
} lp_library;

/* Finds the library before anything else is asked of it. One that lacks a call is none. */
static cl_int lp_platforms(cl_uint size, cl_platform_id *platforms, cl_uint *count)
{
  if (!lp_library.is_whole) {
    /* Drivers bring a C library of their own to a program that no linker has loaded, and fail. */
    void *const handle = getauxval(AT_BASE) == 0 ? NULL : dlopen("libOpenCL.so.1", RTLD_NOW);
    if (handle == NULL)
      return CL_DEVICE_NOT_FOUND;
    *(void **)&lp_library.platforms = dlsym(handle, "clGetPlatformIDs");
#define LP_FIND(name) *(void **)&lp_library.name = dlsym(handle, #name);
    LP_CALLS(LP_FIND)
#define LP_HAS(name) && lp_library.name != NULL
    lp_library.is_whole = lp_library.platforms != NULL LP_CALLS(LP_HAS);
    if (!lp_library.is_whole)
      return CL_DEVICE_NOT_FOUND;
  }
  return lp_library.platforms(size, platforms, count);
}

#define LP_LACKING (lp_library.is_whole ? "OpenCL device" : "library of OpenCL, `libOpenCL.so.1`")

#define clGetPlatformIDs lp_platforms
#define clBuildProgram lp_library.clBuildProgram
#define clCreateBuffer lp_library.clCreateBuffer
#define clCreateCommandQueue lp_library.clCreateCommandQueue
#define clCreateContext lp_library.clCreateContext
#define clCreateKernel lp_library.clCreateKernel
#define clCreateProgramWithBinary lp_library.clCreateProgramWithBinary
#define clCreateProgramWithSource lp_library.clCreateProgramWithSource
#define clEnqueueNDRangeKernel (++lprt_launches, lp_library.clEnqueueNDRangeKernel)
#define clEnqueueReadBuffer lp_library.clEnqueueReadBuffer
#define clEnqueueWriteBuffer lp_library.clEnqueueWriteBuffer
#define clFinish lp_library.clFinish
#define clGetDeviceIDs lp_library.clGetDeviceIDs
#define clGetDeviceInfo lp_library.clGetDeviceInfo
#define clGetProgramBuildInfo lp_library.clGetProgramBuildInfo
#define clGetProgramInfo lp_library.clGetProgramInfo
#define clReleaseCommandQueue lp_library.clReleaseCommandQueue
#define clReleaseContext lp_library.clReleaseContext
#define clReleaseKernel lp_library.clReleaseKernel
#define clReleaseMemObject lp_library.clReleaseMemObject
#define clReleaseProgram lp_library.clReleaseProgram
#define clSetKernelArg lp_library.clSetKernelArg
