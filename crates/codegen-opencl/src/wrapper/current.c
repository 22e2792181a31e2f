/* Whether the host's copy of an array is the one that the device has: each call copies it there. */
static bool lp_is_current(struct lp_array const *array)
{
  (void)array;
  return true;
}
