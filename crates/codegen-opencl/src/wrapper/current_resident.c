/* Whether the host's copy of an array is the one that the device has. */
static bool lp_is_current(struct lp_array const *array)
{
  struct lprt_resident const *const stays = lprt_resident(array);
  return stays != NULL ? !stays->device_is_newer : !lprt_is_away(array);
}
