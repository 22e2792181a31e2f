# Variables of `block` constructs, also with names of variables around them, and procedures declared by interfaces:
# what the kernels compute is what gfortran's routines do.
for device in interp opencl; do
    lprun --verify-fortran tests/parse/fortran/block_constructs.f90 --device $device --cases 20
    lprun --verify-fortran tests/parse/fortran/procedures_of_interfaces.f90 --device $device --cases 20 2>/dev/null || true
done
lptranslate --check tests/parse/fortran/procedures_of_interfaces.f90
lptranslate --check tests/parse/fortran/bad_block_constructs.f90
# Constants, dimensions and what a block takes from modules are its own.
cat > "$OUT/taken.f90" <<TEXT
module taken
  implicit none
  integer, parameter :: n = 4
  real :: w = 3
contains
  subroutine act(x)
    real, intent(inout) :: x
    x = x + w
  end subroutine
end module
module around
  implicit none
  integer, parameter :: n = 6
contains
  subroutine act(x)
    real, intent(inout) :: x
    x = x*10
  end subroutine
  subroutine blocks(x, o)
    real, intent(inout) :: x, o(3)
    integer, parameter :: k = 1
    block
      use taken, only: n, act, kept => w
      integer, parameter :: k = 2
      real :: z
      dimension z(n)
      z = kept
      call act(x)
      o(1) = sum(z) + k
      block
        integer :: n
        n = 9
        o(2) = n + k
      end block
    end block
    call act(x)
    o(3) = n + k
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/taken.f90" --device interp 2> /dev/null
