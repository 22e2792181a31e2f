# LP_DATA=auto: arrays stay on the device by themselves, whatever the program does with them meanwhile.
export LPFC_LEAST=0
set -e
cd "$OUT"
export LP_CACHE= LPFC_TARGET=opencl
cat > kernels.f90 <<'TEXT'
module kernels
  implicit none
  integer, parameter :: most = 40000
  real(8) :: fixed(most), other(most)
contains
  subroutine scale(n, by, a)
    integer, intent(in) :: n
    real(8), intent(in) :: by
    real(8), intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = by*a(i) + 1
    end do
  end subroutine
  subroutine mix(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      b(i) = b(i)/2 + a(i)
    end do
  end subroutine
  subroutine both(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n), b(n)
    real(8), intent(out) :: c(n)
    integer :: i
    do i = 1, n
      c(i) = a(i) - b(i)
    end do
  end subroutine
  ! It stays as it is, and works on what kernels left.
  subroutine limit(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      if (a(i) > 1d200) stop 'too large'
      a(i) = min(a(i), 1000d0)
    end do
  end subroutine
end module
TEXT
cat > library.c <<'TEXT'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
/* Puts an array through files, each way that C has. */
void through_files(double *a, int n, int way)
{
  size_t const bytes = (size_t)n * sizeof *a;
  FILE *const file = tmpfile();
  struct iovec parts[2] = {{a, bytes / 2}, {(char *)a + bytes / 2, bytes - bytes / 2}};
  int const number = fileno(file);
  size_t done = 0;
  if (way == 0)
    done = fwrite(a, sizeof *a, n, file) * sizeof *a;
  else if (way == 1)
    done = write(number, a, bytes);
  else if (way == 2)
    done = pwrite(number, a, bytes, 0);
  else
    done = writev(number, parts, 2);
  if (done != bytes)
    puts("not all is written");
  double *const copy = malloc(bytes);
  memcpy(copy, a, bytes);
  rewind(file);
  if (way == 0)
    done = fread(a, sizeof *a, n, file) * sizeof *a;
  else if (way == 1)
    done = read(number, a, bytes);
  else if (way == 2)
    done = pread(number, a, bytes, 0);
  else
    done = readv(number, parts, 2);
  if (done != bytes || memcmp(copy, a, bytes) != 0)
    puts("not all is read");
  free(copy);
  fclose(file);
}
TEXT
cat > main.f90 <<'TEXT'
program main
  use kernels
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine through_files(a, n, way) bind(c)
      import
      real(c_double) :: a(*)
      integer(c_int), value :: n, way
    end subroutine
  end interface
  type :: holder
    real(8), allocatable :: x(:)
  end type
  type(holder) :: all(4)
  real(8), allocatable :: moved(:)
  real(8) :: shared(6000), low(5000), high(5000)
  equivalence (shared(1), low(1)), (shared(1001), high(1))
  integer, parameter :: sizes(6) = [1, 2047, 2048, 2049, 9000, 40000]
  integer :: seed, step, steps, one, two, n, i, at
  character(20) :: text
  call get_command_argument(1, text)
  read (text, *) seed
  call get_command_argument(2, text)
  read (text, *) steps
  do one = 1, 4
    allocate (all(one)%x(sizes(one + 2)))
    all(one)%x = one
  end do
  fixed = 1
  other = 2
  shared = 3
  do step = 1, steps
    one = 1 + draw(4)
    two = 1 + mod(one + draw(3), 4)
    n = min(size(all(one)%x), size(all(two)%x))
    select case (draw(22))
    case (0:2)
      call scale(size(all(one)%x), 0.25d0, all(one)%x)
    case (3:4)
      call mix(n, all(one)%x, all(two)%x)
    case (5)
      if (n > 4) call mix(n - 4, all(one)%x(3:n - 2), all(two)%x(2:n - 3))
    case (6)
      all(one)%x(1 + draw(n)) = step
    case (7)
      at = 1 + draw(n)
      print *, step, all(one)%x(at)
    case (8)
      print *, step, sum(all(one)%x)
    case (9)
      deallocate (all(one)%x)
      n = sizes(1 + draw(6))
      allocate (all(one)%x(n))
      all(one)%x = step
    case (10)
      ! It grows or shrinks in its place, or moves.
      all(one)%x = [all(two)%x, real(step, 8)]
      if (size(all(one)%x) > most) all(one)%x = all(one)%x(:most/2)
    case (11)
      call move_alloc(all(one)%x, moved)
      call move_alloc(all(two)%x, all(one)%x)
      call move_alloc(moved, all(two)%x)
    case (12)
      call through_files(all(one)%x, size(all(one)%x), draw(4))
    case (13)
      call scale(most, 0.5d0, fixed)
      call mix(most, fixed, other)
    case (14)
      fixed(1 + draw(most)) = step
      print *, step, sum(other)
    case (15)
      call scale(5000, 0.5d0, low)
      call scale(5000, 0.75d0, high)
      print *, step, sum(shared)
    case (16)
      call both(n, all(one)%x, all(one)%x, fixed)
    case (17)
      if (n > 8) call both(n - 8, all(one)%x(1:n - 8), all(one)%x(2:n - 7), other)
    case (18)
      call limit(size(all(one)%x), all(one)%x)
    case (19)
      !$omp parallel do
      do i = 1, n
        all(two)%x(i) = all(one)%x(i)/2 + i
      end do
    case (20)
      open (10, status='scratch', form='unformatted', access='stream')
      write (10) all(one)%x, fixed
      rewind (10)
      read (10) all(one)%x
      close (10)
    case (21)
      call on_the_stack(n)
    end select
  end do
  print *, (sum(all(i)%x), i=1, 4), sum(fixed), sum(other), sum(shared)
contains
  integer function draw(count)
    integer, intent(in) :: count
    seed = int(mod(int(seed, 8)*16807_8, 2147483647_8))
    draw = mod(seed/7, count)
  end function
  subroutine on_the_stack(n)
    integer, intent(in) :: n
    real(8) :: own(n)
    own = all(one)%x(1:n)
    call scale(n, 2d0, own)
    call mix(n, own, all(one)%x)
    print *, step, sum(own)
  end subroutine
end program
TEXT
cc -O1 -c library.c
gfortran -O2 -fopenmp -ffp-contract=off kernels.f90 main.f90 library.o -o plain
lpfc -O2 -fopenmp -ffp-contract=off kernels.f90 main.f90 library.o -o program
export OMP_NUM_THREADS=2 LP_DATA=auto
for seed in 1 2 3 4 5 6; do
    ./plain $seed 400 >expected
    LP_TRACE=trace.json timeout 300 ./program $seed 400 >got || echo "exit $?"
    cmp expected got || echo "seed $seed"
done
sed -n 's/.*"routine": "\([^"]*\)".*/\1/p' trace.json
./plain 7 150 >expected
for verify in 1 3; do
    LP_VERIFY=$verify timeout 300 ./program 7 150 >got && cmp expected got
done
LP_DEVICE=host timeout 60 ./program 7 150 >got && cmp expected got
OMPI_COMM_WORLD_SIZE=2 timeout 60 ./program 7 150 >got && cmp expected got
LP_DATA=all ./program 7 1 || echo "exit $?"

echo '# what is copied'
cat > heat.f90 <<'TEXT'
program heat
  use kernels
  implicit none
  real(8), allocatable :: a(:), b(:)
  integer :: step
  allocate (a(30000), b(30000))
  a = 1
  b = 2
  do step = 1, 100
    call mix(30000, a, b)
    call scale(30000, 0.5d0, a)
    if (mod(step, 50) == 0) print *, b(10000)
  end do
  print *, sum(a), sum(b)
end program
TEXT
gfortran -O2 -ffp-contract=off kernels.f90 heat.f90 -o plain && ./plain >expected
lpfc -O2 -ffp-contract=off kernels.f90 heat.f90 -o program
for data in copy auto; do
    LP_DATA=$data LP_TRACE=trace.json ./program >got && cmp expected got
    sed -n 's/"seconds": [0-9.]*, //; /"routine"/p' trace.json
done

echo '# faults of the program are its own'
cat > fault.f90 <<'TEXT'
program fault
  use kernels
  implicit none
  real(8), pointer :: nowhere(:)
  call scale(most, 2d0, fixed)
  nullify (nowhere)
  call set(nowhere)
  print *, 'not reached', nowhere(1)
contains
  subroutine set(p)
    real(8), pointer, intent(in) :: p(:)
    p(1) = 1
  end subroutine
end program
TEXT
lpfc -O0 kernels.f90 fault.f90 -o fault
(ulimit -c 0; ./fault 2>/dev/null) || echo "exit $?"
