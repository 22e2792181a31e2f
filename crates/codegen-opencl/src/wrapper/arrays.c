/* An array, or a part of one: where it lies, where results go if it is written, and its size. */
struct lp_array {
  char const *name;
  void const *data;
  void *result;
  int64_t bytes;
};

/* How large its buffer is: OpenCL has none of no bytes. */
static inline size_t lp_size(struct lp_array const *array)
{
  return array->bytes > 0 ? (size_t)array->bytes : 1;
}

/* Whether each array is there, and none that is written shares memory with another one. */
static int lp_check(char const *kernel, struct lp_array const *arrays, int count)
{
  for (int i = 0; i < count; ++i) {
    if (arrays[i].bytes > 0 && arrays[i].data == NULL)
      return lp_fail(LP_REFUSED, "%s: `%s` is a null pointer", kernel, arrays[i].name);
    for (int j = 0; j < i; ++j) {
      uintptr_t const a = (uintptr_t)arrays[i].data, b = (uintptr_t)arrays[j].data;
      int const meet = a < b + (uint64_t)arrays[j].bytes && b < a + (uint64_t)arrays[i].bytes;
      int const empty = arrays[i].bytes <= 0 || arrays[j].bytes <= 0;
      if (meet && !empty && (arrays[i].result != NULL || arrays[j].result != NULL))
        return lp_fail(
            LP_REFUSED, "%s: `%s` and `%s` share memory, and one of them is written", kernel, arrays[j].name,
            arrays[i].name);
    }
  }
  return LP_DONE;
}
