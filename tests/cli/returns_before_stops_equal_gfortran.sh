# A block that ends in a stop may be left before: what stands before the `return`, `cycle` or `exit` is done.
cat > "$OUT/left.f90" <<TEXT
subroutine leaves(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real, intent(inout) :: a(8)
  if (n > 3 .and. m > 2) then
    a(1) = 0
    if (m == 3) return
    stop 'm'
  end if
  a(2) = 1
end subroutine
subroutine cycles(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real, intent(inout) :: a(8)
  integer :: i
  do i = 1, 8
    if (i == m) then
      a(i) = 1
      if (n == 2) cycle
      if (n == 1) exit
      stop 'i'
    else if (i == m + 1) then
      a(i) = 2
    end if
  end do
end subroutine
subroutine chooses(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real, intent(inout) :: a(8)
  select case (n)
  case (1)
    a(1) = m
    call inner
    a(3) = 2
  case (2:)
    a(2) = 3
    if (m < 0) return
    a(2) = 4
    error stop 'two'
  end select
contains
  subroutine inner
    if (m > 1) then
      a(4) = 9
      if (m > 2) return
      stop 'inner'
    end if
  end subroutine
end subroutine
TEXT
lprun --verify-fortran "$OUT/left.f90" --device interp 2> /dev/null
lptranslate "$OUT/left.f90" 2> /dev/null | grep -E "require|kernel"
