/* A quotient that is rounded down. */
static int64_t lp_div(int64_t a, int64_t b)
{
  int64_t const quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
