# Kernels in several shared libraries: none knows which arrays the others keep on the device, so these are copied.
export LPFC_LEAST=0
set -e
cd "$OUT"
export LP_CACHE= LPFC_TARGET=opencl
scale() { # NAME OPERATION
    printf '%s\n' "subroutine $1(n, x, by)" "  integer, intent(in) :: n" "  real(8), intent(inout) :: x(n)" \
        "  real(8), intent(in) :: by" "  integer :: i" "  do i = 1, n" "    x(i) = x(i)$2by" "  end do" "end subroutine" >"$1.f90"
}
scale add +
scale mul '*'
scale sub -
cat >main.f90 <<'TEXT'
program p
  implicit none
  real(8), allocatable :: x(:), y(:)
  integer :: k
  allocate (x(200000), y(200000))
  x = 1
  y = 3
  do k = 1, 3
    call add(200000, x, 1d0)
    call mul(200000, x, 2d0)
    call sub(200000, x, 1d0)
    call add(200000, y, x(7))
    call mul(200000, y, 0.5d0)
  end do
  !$loopy data begin copy(x)
  call sub(200000, x, -1d0)
  call add(200000, x, 10d0)
  call mul(200000, x, 2d0)
  !$loopy data end
  print *, sum(x), sum(y)
end program
TEXT
gfortran add.f90 mul.f90 sub.f90 main.f90 -o plain && ./plain >expected
for name in add mul; do lpfc -fPIC -shared $name.f90 -o lib$name.so; done
lpfc sub.f90 main.f90 -L. -ladd -lmul -Wl,-rpath,"$PWD" -o program
for data in copy auto; do
    LP_DATA=$data timeout 100 ./program >got
    diff expected got && echo "$data: equal to gfortran"
done
