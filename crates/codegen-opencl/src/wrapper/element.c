/* An element of an array of integers, if the host knows it. */
struct lp_element {
  bool is_known;
  int64_t value;
};

/* Reads an element of so many bytes. A place outside of the array is that of no element that a launch would read. */
static struct lp_element lp_element(struct lp_array const *array, int64_t place, int bytes)
{
  struct lp_element element = {false, 0};
  if (array->data == NULL || place < 0 || place >= array->bytes / bytes || !lp_is_current(array))
    return element;
  char const *const from = (char const *)array->data + place * bytes;
  int8_t byte = 0;
  int16_t half = 0;
  int32_t word = 0;
  switch (bytes) {
  case 1: memcpy(&byte, from, sizeof byte); element.value = byte; break;
  case 2: memcpy(&half, from, sizeof half); element.value = half; break;
  case 4: memcpy(&word, from, sizeof word); element.value = word; break;
  default: memcpy(&element.value, from, sizeof element.value);
  }
  element.is_known = true;
  return element;
}
