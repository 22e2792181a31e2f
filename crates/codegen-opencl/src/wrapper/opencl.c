/* How many buffers wait for the next call, and of how many bytes at most: drivers take long to make them. */
#define LP_IDLE 32
#define LP_IDLE_BYTES (16 << 20)

/* The device, which all calls share. */
static struct {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  struct {
    cl_mem buffer;
    size_t bytes;
  } idle[LP_IDLE];
  int next_idle;
} lp_device;

/* The program on it. */
static struct {
  cl_program program;
  cl_kernel kernels[LP_FUNCTIONS];
} lp_cl;

/* Why there is no device or no program, as long as nothing is released: that does not change. */
static struct {
  int code;
  char message[4096];
} lp_fault;

/* A buffer or a scalar that a launch takes. */
struct lp_argument {
  size_t size;
  void const *value;
};

#define LP_ARGUMENT(variable) {sizeof(variable), &(variable)}
#define LP_COUNT(array) (int)(sizeof(array) / sizeof *(array))

/* What is missing where no device is found. */
#ifndef LP_LACKING
#define LP_LACKING "OpenCL device"
#endif

static int lp_opencl(char const *call, cl_int status)
{
  if (status == CL_SUCCESS)
    return LP_DONE;
  int const is_memory = status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_OUT_OF_HOST_MEMORY
      || status == CL_OUT_OF_RESOURCES || status == CL_INVALID_BUFFER_SIZE;
  char const *const hint = is_memory ? ": the device has too little memory" : "";
  return lp_fail(LP_FAILED, "%s failed with status %d%s", call, (int)status, hint);
}

/* Devices are numbered as `clinfo -l` lists them: that of a platform, or that of a kind whose turn it is. */
static int lp_find(int wanted_platform, int wanted_device, cl_device_type kind)
{
  cl_platform_id platforms[32];
  cl_uint count = 0;
  if (clGetPlatformIDs(32, platforms, &count) != CL_SUCCESS)
    return 0;
  for (int platform = 0; platform < (int)count && platform < 32; ++platform) {
    cl_device_id devices[64];
    cl_uint found = 0;
    if (wanted_platform >= 0 && platform != wanted_platform)
      continue;
    if (clGetDeviceIDs(platforms[platform], kind, 64, devices, &found) != CL_SUCCESS)
      continue;
    int const has = found < 64 ? (int)found : 64;
    if (wanted_platform < 0 && has > 0)
      wanted_device %= has;
    if (wanted_device < has) {
      lp_device.device = devices[wanted_device];
      return 1;
    }
  }
  return 0;
}

/* The number of this process among those of its machine, as the launchers of MPI tell it. */
static int lp_local_rank(void)
{
  char const *const variables[] = {
      "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK", "PALS_LOCAL_RANKID",
      "PMI_LOCAL_RANK", "SLURM_LOCALID"};
  for (int i = 0; i < LP_COUNT(variables); ++i) {
    char const *const value = getenv(variables[i]);
    char *end = NULL;
    long const rank = value == NULL || *value == '\0' ? -1 : strtol(value, &end, 10);
    if (rank >= 0 && rank <= INT32_MAX && *end == '\0')
      return (int)rank;
  }
  return 0;
}

/* The device that LP_DEVICE=platform:device names, else a GPU, else any device: where processes share a machine, each takes
   the next one. */
static int lp_choose(void)
{
  char const *const wanted = getenv("LP_DEVICE");
  if (wanted != NULL && strcmp(wanted, "host") == 0)
    return lp_fail(LP_NO_DEVICE, "LP_DEVICE asks for none");
  if (wanted != NULL && *wanted != '\0') {
    int platform = -1, device = -1, length = 0;
    int const read = sscanf(wanted, "%d:%d%n", &platform, &device, &length);
    if (read != 2 || wanted[length] != '\0' || platform < 0 || device < 0)
      return lp_fail(LP_NO_DEVICE, "LP_DEVICE is `%s`, and not two numbers as in `0:1`", wanted);
    if (!lp_find(platform, device, CL_DEVICE_TYPE_ALL))
      return lp_fail(LP_NO_DEVICE, "there is no OpenCL device `%s`, which LP_DEVICE asks for", wanted);
    return LP_DONE;
  }
  int const rank = lp_local_rank();
  if (lp_find(-1, rank, CL_DEVICE_TYPE_GPU) || lp_find(-1, rank, CL_DEVICE_TYPE_ALL))
    return LP_DONE;
  return lp_fail(LP_NO_DEVICE, "there is no %s", LP_LACKING);
}

/* The FNV-1a hash of some bytes behind others. */
static uint64_t lp_hash(uint64_t hash, void const *data, size_t size)
{
  unsigned char const *const bytes = data;
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
  return hash;
}

static uint64_t const lp_hash_start = UINT64_C(14695981039346656037);

/* The file that keeps the program for this device; no text where none is kept. */
static void lp_cache_path(char *path, size_t size, char const *options)
{
  char const *const given = getenv("LP_CACHE");
  char const *const home = getenv("HOME");
  char folder[1024] = "";
  if (given != NULL) {
    snprintf(folder, sizeof folder, "%s", given);
    mkdir(folder, 0777);
  } else if (home != NULL) {
    snprintf(folder, sizeof folder, "%s/.cache", home);
    mkdir(folder, 0777);
    snprintf(folder, sizeof folder, "%s/.cache/lpir", home);
    mkdir(folder, 0777);
  }
  uint64_t hash = lp_hash(lp_hash_start, options, strlen(options));
  for (int i = 0; i < LP_COUNT(lp_source); ++i)
    hash = lp_hash(hash, lp_source[i], strlen(lp_source[i]));
  cl_device_info const facts[] = {CL_DEVICE_NAME, CL_DEVICE_VERSION, CL_DRIVER_VERSION};
  for (int i = 0; i < LP_COUNT(facts); ++i) {
    char text[1024] = "";
    clGetDeviceInfo(lp_device.device, facts[i], sizeof text - 1, text, NULL);
    hash = lp_hash(hash, text, strlen(text));
  }
  path[0] = '\0';
  if (folder[0] != '\0' && strlen(folder) + 32 < size)
    sprintf(path, "%s/%016" PRIx64 ".bin", folder, hash);
}

/* Takes the program that a file keeps behind its hash, if it is whole and the driver takes it. */
static int lp_load(char const *path, char const *options)
{
  FILE *const file = fopen(path, "rb");
  if (file == NULL)
    return 0;
  uint64_t hash = 0;
  unsigned char *bytes = NULL;
  size_t size = 0;
  if (fseek(file, 0, SEEK_END) == 0 && ftell(file) > (long)sizeof hash) {
    size = (size_t)ftell(file) - sizeof hash;
    bytes = malloc(size);
    rewind(file);
  }
  int loaded = bytes != NULL && fread(&hash, sizeof hash, 1, file) == 1 && fread(bytes, size, 1, file) == 1
      && lp_hash(lp_hash_start, bytes, size) == hash;
  fclose(file);
  if (loaded) {
    cl_int status, each;
    unsigned char const *binary = bytes;
    lp_cl.program =
        clCreateProgramWithBinary(lp_device.context, 1, &lp_device.device, &size, &binary, &each, &status);
    loaded = status == CL_SUCCESS
        && clBuildProgram(lp_cl.program, 1, &lp_device.device, options, NULL, NULL) == CL_SUCCESS;
    if (!loaded && status == CL_SUCCESS)
      clReleaseProgram(lp_cl.program);
  }
  free(bytes);
  return loaded;
}

/* Keeps the program in a file, which appears whole or not at all; that it cannot be written is no fault. */
static void lp_save(char const *path)
{
  size_t size = 0;
  cl_int const status = clGetProgramInfo(lp_cl.program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
  if (status != CL_SUCCESS || size == 0)
    return;
  char draft[1200];
  snprintf(draft, sizeof draft, "%s.%ld", path, (long)getpid());
  unsigned char *bytes = malloc(size);
  FILE *const file = bytes == NULL ? NULL : fopen(draft, "wb");
  if (file != NULL) {
    cl_int const copied = clGetProgramInfo(lp_cl.program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL);
    uint64_t const hash = lp_hash(lp_hash_start, bytes, size);
    int written = copied == CL_SUCCESS;
    written = written && fwrite(&hash, sizeof hash, 1, file) == 1 && fwrite(bytes, size, 1, file) == 1;
    written = fclose(file) == 0 && written;
    if (!written || rename(draft, path) != 0)
      remove(draft);
  }
  free(bytes);
}

/* Says what the device's compiler found. */
static int lp_complain(cl_int status)
{
  size_t size = 0;
  clGetProgramBuildInfo(lp_cl.program, lp_device.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  char *const log = calloc(size + 1, 1);
  if (log != NULL)
    clGetProgramBuildInfo(lp_cl.program, lp_device.device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  char const *const found = log != NULL ? log : "";
  lp_fail(LP_NOT_BUILT, "the program does not build for the device (status %d)\n%s", (int)status, found);
  free(log);
  return LP_NOT_BUILT;
}

/* Compiles the source, with divisions and roots of `float` rounded as on the host where the device can. */
static int lp_build(void)
{
  cl_device_fp_config rounding = 0;
  clGetDeviceInfo(lp_device.device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof rounding, &rounding, NULL);
  int const exact = (rounding & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  char const *const options = exact ? "-cl-fp32-correctly-rounded-divide-sqrt" : "";
  char path[1100];
  lp_cache_path(path, sizeof path, options);
  if (path[0] != '\0' && lp_load(path, options))
    return LP_DONE;
  cl_int status;
  char const **const lines = (char const **)lp_source;
  lp_cl.program = clCreateProgramWithSource(lp_device.context, LP_COUNT(lp_source), lines, NULL, &status);
  if (status != CL_SUCCESS)
    return lp_opencl("clCreateProgramWithSource", status);
  status = clBuildProgram(lp_cl.program, 1, &lp_device.device, options, NULL, NULL);
  if (status != CL_SUCCESS)
    return lp_complain(status);
  if (path[0] != '\0')
    lp_save(path);
  return LP_DONE;
}

/* Lets go of the program. */
static void lp_release_program(void)
{
  for (int i = 0; i < LP_FUNCTIONS; ++i)
    if (lp_cl.kernels[i] != NULL)
      clReleaseKernel(lp_cl.kernels[i]);
  if (lp_cl.program != NULL)
    clReleaseProgram(lp_cl.program);
  memset(&lp_cl, 0, sizeof lp_cl);
}

/* Lets go of a buffer that waits. */
static void lp_release_idle(int at)
{
  if (lp_device.idle[at].buffer != NULL)
    clReleaseMemObject(lp_device.idle[at].buffer);
  lp_device.idle[at].buffer = NULL;
}

/* Makes a buffer, or takes one of this size that waits. Those of other sizes go where memory is short. */
static cl_mem lp_take_buffer(size_t bytes, cl_int *status)
{
  *status = CL_SUCCESS;
  for (int i = 0; i < LP_IDLE; ++i) {
    cl_mem const buffer = lp_device.idle[i].buffer;
    if (buffer != NULL && lp_device.idle[i].bytes == bytes) {
      lp_device.idle[i].buffer = NULL;
      return buffer;
    }
  }
  cl_mem const buffer = clCreateBuffer(lp_device.context, CL_MEM_READ_WRITE, bytes, NULL, status);
  if (*status == CL_SUCCESS)
    return buffer;
  for (int i = 0; i < LP_IDLE; ++i)
    lp_release_idle(i);
  return clCreateBuffer(lp_device.context, CL_MEM_READ_WRITE, bytes, NULL, status);
}

/* Lets a buffer wait, in the place of the one that waits longest, or lets go of a large one. */
static void lp_leave_buffer(cl_mem buffer, size_t bytes)
{
  if (bytes > LP_IDLE_BYTES) {
    clReleaseMemObject(buffer);
    return;
  }
  int const at = lp_device.next_idle;
  lp_device.next_idle = (at + 1) % LP_IDLE;
  lp_release_idle(at);
  lp_device.idle[at].buffer = buffer;
  lp_device.idle[at].bytes = bytes;
}

/* Lets go of the program and the device. The next call takes them again. */
static void lp_release(void)
{
  lp_release_program();
  for (int i = 0; i < LP_IDLE; ++i)
    lp_release_idle(i);
  if (lp_device.queue != NULL)
    clReleaseCommandQueue(lp_device.queue);
  if (lp_device.context != NULL)
    clReleaseContext(lp_device.context);
  memset(&lp_device, 0, sizeof lp_device);
  lp_fault.code = LP_DONE;
}

/* Takes the device. */
static int lp_open(void)
{
  cl_int status = CL_SUCCESS;
  int code = lp_choose();
  if (code == LP_DONE) {
    lp_device.context = clCreateContext(NULL, 1, &lp_device.device, NULL, NULL, &status);
    code = lp_opencl("clCreateContext", status);
  }
  if (code == LP_DONE) {
    lp_device.queue = clCreateCommandQueue(lp_device.context, lp_device.device, 0, &status);
    code = lp_opencl("clCreateCommandQueue", status);
  }
  if (code != LP_DONE)
    lp_release();
  return code;
}

/* Takes the device and builds the program, at the first call. */
static int lp_start(void)
{
  if (lp_fault.code != LP_DONE)
    return lp_fail(lp_fault.code, "%s", lp_fault.message);
  int code = lp_device.queue != NULL ? LP_DONE : lp_open();
  if (code == LP_DONE && lp_cl.program == NULL) {
    code = lp_build();
    if (code != LP_DONE)
      lp_release_program();
  }
  if (code == LP_NO_DEVICE || code == LP_NOT_BUILT) {
    lp_fault.code = code;
    snprintf(lp_fault.message, sizeof lp_fault.message, "%s", lp_message);
  }
  return code;
}

/* Waits for writes that are under way, which read the host's arrays, before the caller has these back. */
static int lp_stop(int code)
{
  clFinish(lp_device.queue);
  return code;
}

/* Runs a function of the program; nothing where there is no work item. */
static int lp_launch(
    int number, int64_t const *groups, int64_t const *work_items, struct lp_argument const *arguments,
    int count)
{
  size_t global[3], local[3];
  for (int axis = 0; axis < 3; ++axis) {
    if (groups[axis] <= 0 || work_items[axis] <= 0)
      return LP_DONE;
    if (groups[axis] > INT32_MAX)
      return lp_stop(lp_fail(LP_REFUSED, "%s has too many work groups", lp_functions[number]));
    local[axis] = (size_t)work_items[axis];
    global[axis] = (size_t)groups[axis] * local[axis];
  }
  cl_int status = CL_SUCCESS;
  if (lp_cl.kernels[number] == NULL)
    lp_cl.kernels[number] = clCreateKernel(lp_cl.program, lp_functions[number], &status);
  for (int i = 0; i < count && status == CL_SUCCESS; ++i)
    status = clSetKernelArg(lp_cl.kernels[number], (cl_uint)i, arguments[i].size, arguments[i].value);
  if (status == CL_SUCCESS)
    status =
        clEnqueueNDRangeKernel(lp_device.queue, lp_cl.kernels[number], 3, NULL, global, local, 0, NULL, NULL);
  return status == CL_SUCCESS ? LP_DONE : lp_stop(lp_opencl(lp_functions[number], status));
}
