static int64_t lp_max(int64_t a, int64_t b)
{
  return a > b ? a : b;
}
