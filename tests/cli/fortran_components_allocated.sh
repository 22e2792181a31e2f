# Components that are allocatable or pointers are arrays with bounds of their own, where they are not in each element of an array.
cat > "$OUT/mesh.f90" <<SOURCE
module mesh
  implicit none
  type cells
    integer :: n
    real(8), allocatable :: p(:), q(:, :)
    integer, allocatable :: list(:)
  end type
  type(cells) :: all
contains
  subroutine zero(dom)
    type(cells), intent(inout) :: dom
    integer :: i
    do i = 1, dom%n
      dom%p(i) = 0
      dom%q(2, i) = dom%list(i)
    end do
  end subroutine
  subroutine add(dom, x)
    type(cells), intent(inout) :: dom
    real(8), intent(in) :: x(:)
    integer :: i
    call zero(dom)
    do i = lbound(dom%p, 1), ubound(dom%p, 1)
      dom%p(i) = dom%p(i) + x(i - lbound(dom%p, 1) + 1)
    end do
  end subroutine
  subroutine own()
    integer :: i
    do i = 1, size(all%p)
      all%p(i) = i
    end do
  end subroutine
  subroutine many(doms)
    type(cells), intent(inout) :: doms(3)
    doms(1)%n = 1
    doms(2)%p(1) = 1
  end subroutine
  subroutine one(doms)
    type(cells), intent(inout) :: doms(3)
    call zero(doms(1))
  end subroutine
  subroutine copy(a, b)
    type(cells), intent(inout) :: a, b
    a = b
  end subroutine
end module
SOURCE
lptranslate --check "$OUT/mesh.f90"
lprun --verify-fortran "$OUT/mesh.f90" --device interp 2> /dev/null
cat > "$OUT/fields.f90" <<SOURCE
module fields
  implicit none
  type state
    real(8), pointer :: t(:, :) => null()
    real(8), pointer :: scale
  end type
contains
  subroutine heat(s, n)
    type(state), intent(in) :: s
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      s%t(i, 1) = s%t(i, 1) + 1
    end do
  end subroutine
  subroutine scaled(s)
    type(state), intent(in) :: s
    s%t(1, 1) = s%scale
  end subroutine
end module
SOURCE
lptranslate --check "$OUT/fields.f90"
lptranslate "$OUT/fields.f90"
lprun --verify-fortran "$OUT/fields.f90" --device interp 2> /dev/null
echo "-- an element of an array of them as an argument"
cat > "$OUT/tiles.f90" <<SOURCE
module tiles
  implicit none
  type field
    real(8) :: scale
    real(8), allocatable :: values(:, :)
    integer :: n
  end type
contains
  subroutine half(f)
    type(field), intent(inout) :: f
    f%scale = 0.5d0*f%scale*f%n
  end subroutine
  subroutine filled(f)
    type(field), intent(inout) :: f
    f%values(1, f%n) = f%scale
  end subroutine
  subroutine through(f)
    type(field), intent(inout) :: f
    call half(f)
    if (f%n < 0) call filled(f)
  end subroutine
  subroutine all_of(f, n)
    integer, intent(in) :: n
    type(field), intent(inout) :: f(n)
    integer :: i
    do i = 1, n
      call half(f(i))
    end do
  end subroutine
  subroutine passed(f, n)
    integer, intent(in) :: n
    type(field), intent(inout) :: f(n)
    call all_of(f, n)
    call half(f=f(1))
  end subroutine
  subroutine bad(f, n)
    integer, intent(in) :: n
    type(field), intent(inout) :: f(n)
    call filled(f(1))
  end subroutine
  subroutine deeper(f, n)
    integer, intent(in) :: n
    type(field), intent(inout) :: f(n)
    call through(f(n))
  end subroutine
end module
SOURCE
lptranslate --check "$OUT/tiles.f90"
lprun --verify-fortran "$OUT/tiles.f90" --device interp 2> /dev/null
