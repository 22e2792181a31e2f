
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
  __typeof__(clGetPlatformIDs) *clGetPlatformIDs;
  LP_CALLS(LP_FIELD)
} lp_library;

/* A call that waits for the device, or for its compiler. */
#define LP_LIMITED(name, ...) \
  __extension__({ \
    lprt_wait(#name); \
    __typeof__(lp_library.name(__VA_ARGS__)) const lprt_result = lp_library.name(__VA_ARGS__); \
    lprt_end_wait(); \
    lprt_result; \
  })

/* Finds the library before anything else is asked of it. One that lacks a call is none. */
static cl_int lp_platforms(cl_uint size, cl_platform_id *platforms, cl_uint *count)
{
  if (!lp_library.is_whole) {
    /* Drivers bring a C library of their own to a program that no linker has loaded, and fail. */
    void *const handle = getauxval(AT_BASE) == 0 ? NULL : dlopen("libOpenCL.so.1", RTLD_NOW);
    if (handle == NULL)
      return CL_DEVICE_NOT_FOUND;
    *(void **)&lp_library.clGetPlatformIDs = dlsym(handle, "clGetPlatformIDs");
#define LP_FIND(name) *(void **)&lp_library.name = dlsym(handle, #name);
    LP_CALLS(LP_FIND)
#define LP_HAS(name) && lp_library.name != NULL
    lp_library.is_whole = lp_library.clGetPlatformIDs != NULL LP_CALLS(LP_HAS);
    if (!lp_library.is_whole)
      return CL_DEVICE_NOT_FOUND;
    lprt_begin_limit();
  }
  return LP_LIMITED(clGetPlatformIDs, size, platforms, count);
}

#define LP_LACKING (lp_library.is_whole ? "OpenCL device" : "library of OpenCL, `libOpenCL.so.1`")

#define clGetPlatformIDs lp_platforms
#define clBuildProgram(...) LP_LIMITED(clBuildProgram, __VA_ARGS__)
#define clCreateBuffer(...) LP_LIMITED(clCreateBuffer, __VA_ARGS__)
#define clCreateCommandQueue(...) LP_LIMITED(clCreateCommandQueue, __VA_ARGS__)
#define clCreateContext(...) LP_LIMITED(clCreateContext, __VA_ARGS__)
#define clCreateKernel lp_library.clCreateKernel
#define clCreateProgramWithBinary(...) LP_LIMITED(clCreateProgramWithBinary, __VA_ARGS__)
#define clCreateProgramWithSource lp_library.clCreateProgramWithSource
#define clEnqueueNDRangeKernel(...) (++lprt_launches, LP_LIMITED(clEnqueueNDRangeKernel, __VA_ARGS__))
#define clEnqueueReadBuffer(...) LP_LIMITED(clEnqueueReadBuffer, __VA_ARGS__)
#define clEnqueueWriteBuffer(...) LP_LIMITED(clEnqueueWriteBuffer, __VA_ARGS__)
#define clFinish(...) LP_LIMITED(clFinish, __VA_ARGS__)
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
