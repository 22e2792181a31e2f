/* Notes what went wrong, and gives back the code of it. */
static int lp_fail(int code, char const *format, ...)
{
  va_list values;
  va_start(values, format);
  vsnprintf(lp_message, sizeof lp_message, format, values);
  va_end(values);
  return code;
}
