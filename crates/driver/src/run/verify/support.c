/* What the program around an original needs besides Fortran: stand-ins for what reference sources keep in files of
   their own, and a process for each call, so that one that stops, traps or never ends leaves the others. */
#include <ctype.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds of processor time that a call may take, and seconds in all. */
enum { CPU_SECONDS = 1, SECONDS = 60 };

/* How many calls in a row may take longer: behind them no others are made. */
enum { MAX_LATE = 4 };

/* Exit code of a call that came back. */
enum { CAME_BACK = 42 };

__attribute__((weak)) long lsame_(const char *a, const char *b) { return toupper(*a) == toupper(*b); }
__attribute__((weak)) void xerbla_(const char *name, const int *info) { exit(3); }

/* 1 in a process of its own for calls from `place` on; 0 behind it, when `ended.PLACE` holds how it ended; 2 where no
   more calls are made. */
int lp_apart(int place) {
    static int late = 0;
    char file[32];
    if (late >= MAX_LATE) return 2;
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) exit(5);
    if (child == 0) {
        struct rlimit limit = {CPU_SECONDS, CPU_SECONDS + 1};
        setrlimit(RLIMIT_CPU, &limit);
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        alarm(SECONDS);
        snprintf(file, sizeof file, "said.%d", place);
        int said = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        int nothing = open("/dev/null", O_RDONLY);
        if (said < 0 || nothing < 0) _exit(5);
        dup2(nothing, 0);
        dup2(said, 1);
        dup2(said, 2);
        return 1;
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) exit(5);
    snprintf(file, sizeof file, "ended.%d", place);
    FILE *ended = fopen(file, "w");
    if (!ended) exit(5);
    int is_late = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM);
    late = is_late ? late + 1 : 0;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    fprintf(ended, "%d", code);
    if (fclose(ended)) exit(5);
    return 0;
}

void lp_came_back(void) { _exit(CAME_BACK); }
