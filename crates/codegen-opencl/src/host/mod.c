/* The remainder of a quotient that is rounded down. */
static int64_t lp_mod(int64_t a, int64_t b)
{
  int64_t const remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}
