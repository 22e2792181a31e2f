# Whatever fails on a device or on the way to it, a program computes what it would without one, and the trace says why; where
# arrays are lost the program ends and says so.
export LPFC_LEAST=0
set -e
own=$PWD/tests/cli
cd "$OUT"
export LP_CACHE=
cat > k.f90 <<'TEXT'
module k
  implicit none
contains
  subroutine add(n, a, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + a*x(i)
    end do
  end subroutine
end module
program main
  use k
  implicit none
  integer, parameter :: n = 1000
  real(8) :: x(n), y(n)
  integer :: i
  x = [(i, i = 1, n)]
  y = 1
  do i = 1, 3
    call add(n, 0.5d0, x, y)
  end do
  print *, sum(y)
end program
TEXT
gfortran -O2 -ffp-contract=off k.f90 -o plain && ./plain >expected
export LPFC_TARGET=opencl
lpfc -O2 -ffp-contract=off k.f90 -o program
ran() { # WHAT, and variables for the program
    echo "# $1"
    shift
    env LP_TRACE=1 "$@" timeout 120 ./program 2>trace >got || echo "exit $?"
    diff expected got && echo 'equal to gfortran'
    sed '/^kernels ran/d; /generated\.$/d; /^device/!s/  *[0-9][0-9]*\.[0-9]*//' trace
}
ran 'all is well'
real=$(/sbin/ldconfig -p | sed -n 's/.*libOpenCL.so.1 .*=> //p' | head -1)
between() { # FOLDER OPTIONS..
    mkdir "$1"
    cc -shared -fPIC -O1 -w -DREAL="\"$real\"" "$own/opencl_between.c" -o "$1/libOpenCL.so.1" $2
}
mkdir broken
echo 'no library' >broken/libOpenCL.so.1
between lacking -DLACKING
between faults
ran 'a library that cannot be loaded' LD_LIBRARY_PATH=broken
ran 'a library that lacks a call' LD_LIBRARY_PATH=lacking
ran 'no platform' OCL_ICD_VENDORS=/nonexistent
ran 'a device that does not exist' LP_DEVICE=7:7
ran 'no device by its name' LP_DEVICE=gpu
for fault in build memory launch lost read; do
    ran "the device: $fault" LD_LIBRARY_PATH=faults FAULT=$fault
done
for fault in hang compile; do
    ran "the device: $fault" LD_LIBRARY_PATH=faults FAULT=$fault LP_LIMIT=0.5
done
ran 'a limit that is not reached' LP_LIMIT=60
ran 'a limit that is no number' LP_LIMIT=soon
echo '# processes of one machine take devices in turn'
for rank in OMPI_COMM_WORLD_LOCAL_RANK=0 OMPI_COMM_WORLD_LOCAL_RANK=1 OMPI_COMM_WORLD_LOCAL_RANK=2 MPI_LOCALRANKID=1 \
    SLURM_LOCALID=1 SLURM_LOCALID=x PMI_LOCAL_RANK=1 LP_DEVICE=0:1; do
    echo "$rank: $(env TELL=1 LD_LIBRARY_PATH=faults $rank ./program 2>&1 >got)"
    diff expected got
done
echo '# the program on disk: a folder that is none, a full disk, damaged files'
cat > full.c <<'TEXT'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
FILE *fopen(char const *path, char const *mode)
{
  FILE *(*const real)(char const *, char const *) = (FILE * (*)(char const *, char const *)) dlsym(RTLD_NEXT, "fopen");
  return real(strncmp(path, "full/", 5) == 0 && *mode == 'w' ? "/dev/full" : path, mode);
}
TEXT
cc -shared -fPIC full.c -o full.so -ldl
ran 'a file in the place of the folder' LP_CACHE=k.f90
ran 'a folder that cannot be made' LP_CACHE=/proc/none
ran 'a full disk' LP_CACHE=full LD_PRELOAD=./full.so
ls full
ran 'a good one' LP_CACHE=kept
for file in kept/*.bin; do echo damaged >"$file"; done
ran 'a damaged file' LP_CACHE=kept
ls kept | wc -l
echo '# arrays that stay on the device'
sed 's/  do i = 1, 3/  !$loopy data begin copy(x, y)\n&/; s/  print/  !$loopy data end\n&/' k.f90 >stay.f90
lpfc -O2 -ffp-contract=off stay.f90 -o program
ran 'all is well'
for fault in build memory launch lost read; do
    ran "the device: $fault" LD_LIBRARY_PATH=faults FAULT=$fault
done
echo '# code that does not compile, for the host and for the device'
cat > wrong <<'TEXT'
#!/bin/sh
for argument; do
    case "$argument" in
    *lp_kernels.host.c) sed -i "$CHANGE" "$argument" ;;
    esac
done
exec cc "$@"
TEXT
chmod +x wrong
export LPFC_CC=./wrong
export CHANGE='s/__kernel/__kernal/'
lpfc -O2 -ffp-contract=off k.f90 -o program
ran 'a program that the device does not compile'
export CHANGE='s/lp_state/lp state/'
lpfc -O2 -ffp-contract=off k.f90 -o program 2>&1 | sed 's/generated: .*lp_k/generated: lp_k/; s/:[0-9]*:[0-9]*:/:/'
ran 'a host that the compiler of C refuses'
