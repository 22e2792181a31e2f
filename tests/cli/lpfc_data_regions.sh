# Arrays stay on the device in data regions; what the host does with them meanwhile is told by `update`, seen where kernels
# cannot run, or found by LP_VERIFY.
export LPFC_LEAST=0
set -e
cd "$OUT"
export LP_CACHE=
cat > kernels.f90 <<'TEXT'
module kernels
  implicit none
contains
  subroutine spread(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(0:n + 1)
    real(8), intent(out) :: b(n)
    integer :: i
    do i = 1, n
      b(i) = (a(i - 1) + a(i + 1))/2
    end do
  end subroutine
  subroutine take(n, by, b, a)
    integer, intent(in) :: n
    real(8), intent(in) :: by, b(n)
    real(8), intent(inout) :: a(0:n + 1)
    integer :: i
    do i = 1, n
      a(i) = a(i) + by*b(i)
    end do
  end subroutine
  ! Where this one would stop, the original runs, and begins with what the device has.
  subroutine limit(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      if (a(i) > 1d9) stop 'too large'
      a(i) = min(a(i), 100d0)
    end do
  end subroutine
end module
TEXT
cat > main.f90 <<'TEXT'
program main
  use kernels
  implicit none
  integer, parameter :: n = 1000
  real(8) :: a(0:n + 1), b(n), unused(3)
  real(8), allocatable :: c(:)
  integer :: step
  a = 1
  a(0) = 5
  b = 0
  allocate (c(n))
  c = 2
  !$loopy data begin copy(a, c) create(b)
  do step = 1, 10
    call spread(n, a, b)
    call take(n, 0.5d0, b, a)
    call take(n - 2, 0.25d0, c(2:n - 1), a(1:n))
  end do
  !$loopy update host(a)
  print *, sum(a)
  a(n + 1) = 7
  !$loopy update device(a)
  call spread(n, a, b)
  ! A value of the device's, and arrays that share memory: the original runs on what the device has.
  call take(n, a(3), b, a)
  call take(n, 0.5d0, a(1:n), a)
  call limit(n, c)
  call spread(n, a, b)
  call take(n, 1d-3, b, a)
  !$loopy data end
  print *, sum(a), sum(c), a(1:3)
  call spread(n, a, b)
  print *, sum(b)
end program
TEXT
gfortran -O2 -ffp-contract=off kernels.f90 main.f90 -o plain && ./plain >expected
export LPFC_TARGET=opencl
lpfc -O2 -ffp-contract=off kernels.f90 main.f90 -o program
for verify in 0 1 3; do
    LP_VERIFY=$verify LP_TRACE=trace.json timeout 300 ./program >got
    diff expected got && echo "equal to gfortran, LP_VERIFY=$verify"
    sed -n 's/"seconds": [0-9.]*, //; /"routine"/p' trace.json
done
LP_DEVICE=host timeout 60 ./program >got && diff expected got && echo 'equal without a device'
LPFC_TARGET=c lpfc -O2 -ffp-contract=off kernels.f90 main.f90 -o program && ./program >got && diff expected got
echo '# a change that nobody tells'
sed '/update device/d' main.f90 >forgotten.f90
lpfc -O2 -ffp-contract=off kernels.f90 forgotten.f90 -o forgotten
LP_VERIFY=1 timeout 300 ./forgotten >got || echo "exit $?"
echo '# changes before an update, before the end, and of a part that kernels wrote'
cat >add.f90 <<'TEXT'
subroutine add(n, a, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in) :: c
  integer :: i
  do i = 1, n
    a(i) = a(i) + c
  end do
end subroutine
TEXT
for steps in 'update host(a);a(1) = 50;update host(a);add' 'a(1) = 50' 'update host(a);a(1) = 50;update device(a);add' 'a(1) = 50;update device(a);add'; do
    {
        printf 'program p\n  real(8), allocatable :: a(:)\n  allocate(a(1000))\n  a = 1\n'
        printf '  !$loopy data begin copy(a)\n  call add(1000, a, 2d0)\n'
        echo "$steps" | tr ';' '\n' | sed 's/^update/  !$loopy &/; s/^a(/  &/; s/^add$/  call add(1000, a, 4d0)/'
        printf '  !$loopy data end\n  print *, a(1:2)\nend program\n'
    } >changes.f90
    LPFC_LEAST=0 lpfc add.f90 changes.f90 -o changes
    echo "$steps"
    LP_VERIFY=1 timeout 60 ./changes 2>&1 || echo "exit $?"
done
echo '# faults'
for change in 's/data end/data and/' '/data end/d' '/data begin/d' 's/create(b)/keep(b)/' 's/update host(a)/update host(a(1:2))/' 's/update host/update hots/'; do
    sed "$change" main.f90 >fault.f90
    lpfc -c fault.f90 || echo "exit $?"
done
lpfc --print main.f90 | sed -n '/block/,/end block/p' | head -30
