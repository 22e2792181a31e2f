/* Results of calls, as the header lists them. */
enum { LP_DONE, LP_REFUSED, LP_NO_DEVICE, LP_NOT_BUILT, LP_FAILED };

/* What the last call that failed has to say. */
static char lp_message[4096];
