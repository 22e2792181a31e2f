/* What compilers of C99 on POSIX systems have; isl asks its `configure` for it. */
#define GCC_WARN_UNUSED_RESULT __attribute__((__warn_unused_result__))
#define HAVE___ATTRIBUTE__ 1
#define HAVE_DECL_FFS 1
#define HAVE_DECL___BUILTIN_FFS 1
#define HAVE_DECL_SNPRINTF 1
#define HAVE_DECL_STRCASECMP 1
#define HAVE_DECL_STRNCASECMP 1
#define HAVE_DECL__BITSCANFORWARD 0
#define HAVE_DECL__SNPRINTF 0
#define HAVE_DECL__STRICMP 0
#define HAVE_DECL__STRNICMP 0
#define PACKAGE_VERSION "0.27"
#define USE_IMATH_FOR_MP 1
#define USE_SMALL_INT_OPT 1

#include <isl_config_post.h>
