/* Held while a kernel runs on the device. */
static char lprt_device;
