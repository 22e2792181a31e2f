# A kernel that the compiler refuses keeps no other of its file from running: here one that would use private components of
# another module, as the procedure that it calls does.
export LPFC_LEAST=0 LPFC_TARGET=c LPFC_REPORT=1
set -e
cd "$OUT"
cat >vectors.f90 <<'TEXT'
module vectors
  implicit none
  private
  type, public :: vector
    private
    real, allocatable :: values(:)
  end type
  public :: start, add_to, total
contains
  subroutine start(v, n)
    type(vector), intent(inout) :: v
    integer, intent(in) :: n
    allocate (v%values(n))
    v%values = 1
  end subroutine
  subroutine add_to(v, i, x)
    type(vector), intent(inout) :: v
    integer, intent(in) :: i
    real, intent(in) :: x
    v%values(i) = v%values(i) + x
  end subroutine
  real function total(v)
    type(vector), intent(in) :: v
    total = sum(v%values)
  end function
end module
TEXT
cat >main.f90 <<'TEXT'
module work
  use vectors
contains
  subroutine gather(v, n, x)
    type(vector), intent(inout) :: v
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    integer :: i
    do i = 1, n
      call add_to(v, i, x(i))
    end do
  end subroutine
  subroutine scale(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i)*2
    end do
  end subroutine
end module
program p
  use work
  type(vector) :: v
  real :: x(4) = 2
  call start(v, 4)
  call gather(v, 4, x)
  call scale(4, x)
  print *, total(v), x
end program
TEXT
lpfc -O1 vectors.f90 main.f90 -o program 2>report
cat report
LP_TRACE=1 ./program 2>trace
sed -n 's/^\([a-z]*\.[a-z_]*\) *\([0-9]*\) .*/\1 \2/p' trace
gfortran -O1 vectors.f90 main.f90 -o plain
./plain

# A module of one name in two folders: the one that is built counts, wherever the other lies.
mkdir source other
printf '%s\n' 'module steps' 'contains' 'subroutine step(x)' 'real, intent(inout) :: x' 'x = x + 1' 'end subroutine' 'end module' >source/steps.f90
sed 's/+ 1/+ 100/' source/steps.f90 >other/steps.f90
printf '%s\n' 'subroutine s(n, x)' 'use steps' 'integer, intent(in) :: n' 'real, intent(inout) :: x(n)' 'integer :: i' 'do i = 1, n' \
    'call step(x(i))' 'end do' 'end subroutine' 'program p' 'real :: x(4)' 'x = 1' 'call s(4, x)' 'print *, x' 'end program' >source/main.f90
for folder in source other; do
    lpfc -O1 -c $folder/steps.f90 -o steps.o
    lpfc -O1 -c source/main.f90 -o main.o
    gfortran steps.o main.o -o program
    ./program
done
