/* LP_DATA=auto needs to know whose memory an array lies in, and whether the host may touch it. */
#if defined(__linux__) && defined(__GLIBC__)
#include <fcntl.h>
#include <link.h>
#include <linux/futex.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Arrays of fewer bytes are copied in each call. malloc gives all others pages of their own. */
#define LPRT_LEAST 16384

/* What this system lets us do with pages. */
LPRT_SHARED struct {
  uintptr_t size;
  /* Writes past protections. */
  int memory;
} lprt_pages;

/* Whether the host can write to a page. An atomic operation that changes nothing tells it without a signal. */
static int lprt_is_open(void const *page)
{
  static uint32_t own;
  int const nothing = FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0);
  return syscall(SYS_futex, &own, FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG, 0, NULL, page, nothing) >= 0;
}

/* Whether the program has a page. */
static int lprt_is_there(uintptr_t page)
{
  unsigned char is_loaded;
  return mincore((void *)page, 1, &is_loaded) == 0;
}

/* Gives the host bytes on pages that it may not touch, and no others: those that are open, or not there, were given
   back to the system. Whether it has them all. */
static int lprt_overwrite(uintptr_t to, char const *bytes, size_t count)
{
  while (count > 0) {
    uintptr_t const page = to & ~(lprt_pages.size - 1);
    size_t const room = (size_t)(page + lprt_pages.size - to), length = count < room ? count : room;
    if (lprt_is_there(page) && !lprt_is_open((void *)page)
        && pwrite(lprt_pages.memory, bytes, length, (off_t)to) != (ssize_t)length)
      return 0;
    to += length;
    bytes += length;
    count -= length;
  }
  return 1;
}

/* Whether all of this works here, tried on a page. */
static int lprt_try_pages(void)
{
  lprt_pages.size = (uintptr_t)sysconf(_SC_PAGESIZE);
  lprt_pages.memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  void *const page =
      mmap(NULL, lprt_pages.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED || lprt_pages.memory < 0)
    return 0;
  int works = lprt_is_open(page) && mprotect(page, lprt_pages.size, PROT_READ) == 0 && !lprt_is_open(page);
  works = works && mprotect(page, lprt_pages.size, PROT_NONE) == 0 && !lprt_is_open(page);
  works = works && lprt_overwrite((uintptr_t)page + 1, "x", 1);
  works = works && mprotect(page, lprt_pages.size, PROT_READ) == 0 && ((char const *)page)[1] == 'x';
  munmap(page, lprt_pages.size);
  return works;
}

/* The pages that malloc took for this array alone; none where it did not. It notes their size before the array. */
static int lprt_malloc_pages(void const *host, int64_t bytes, uintptr_t *first, uintptr_t *last)
{
  uintptr_t const chunk = (uintptr_t)host - 2 * sizeof(size_t), end = (uintptr_t)host + (uint64_t)bytes;
  if (chunk % lprt_pages.size != 0 || !lprt_is_open((void *)chunk))
    return 0;
  size_t const *const head = (size_t const *)chunk;
  size_t const size = head[1] & ~(size_t)7;
  if (head[0] != 0 || (head[1] & 7) != 2 || size % lprt_pages.size != 0 || size < end - chunk)
    return 0;
  *first = chunk;
  *last = (end + lprt_pages.size - 1) & ~(lprt_pages.size - 1);
  return 1;
}

/* Bytes that are sought among the variables of the program, or among its constants. */
struct lprt_sought {
  uintptr_t first, last;
  int is_constant;
};

/* Whether an object of the program has bytes among those. */
static int lprt_holds(struct dl_phdr_info *object, size_t size, void *bytes)
{
  (void)size;
  struct lprt_sought const *const sought = bytes;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    uintptr_t const start = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
    int const is_constant = (object->dlpi_phdr[i].p_flags & PF_W) == 0;
    if (object->dlpi_phdr[i].p_type == PT_LOAD && is_constant == sought->is_constant && start <= sought->first
        && sought->last <= start + object->dlpi_phdr[i].p_memsz)
      return 1;
  }
  return 0;
}

/* Whether bytes are among the constants of the program, where it must not write. */
static int lprt_is_constant(void const *host, int64_t bytes)
{
  struct lprt_sought sought = {(uintptr_t)host, (uintptr_t)host + (uint64_t)bytes, 1};
  return dl_iterate_phdr(lprt_holds, &sought) != 0;
}

/* The pages that a variable of the program fills. */
static int lprt_static_pages(void const *host, int64_t bytes, uintptr_t *first, uintptr_t *last)
{
  struct lprt_sought sought = {(uintptr_t)host, (uintptr_t)host + (uint64_t)bytes, 0};
  *first = (sought.first + lprt_pages.size - 1) & ~(lprt_pages.size - 1);
  *last = sought.last & ~(lprt_pages.size - 1);
  return *first < *last && dl_iterate_phdr(lprt_holds, &sought) != 0;
}
#else
static int lprt_is_constant(void const *host, int64_t bytes)
{
  (void)host, (void)bytes;
  return 0;
}
#endif
