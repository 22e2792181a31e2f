static int64_t lp_min(int64_t a, int64_t b)
{
  return a < b ? a : b;
}
