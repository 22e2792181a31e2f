! What a case asks for is computed once; truth values and letters can be asked for; bits; procedures of two hosts have one name.
subroutine selected(n, r, on, flag)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: r(8)
  logical, intent(in) :: on
  character, intent(in) :: flag
  integer :: calls
  calls = 0
  select case (counted(n))
  case (1)
    r(1) = 7
  case (2:5)
    r(1) = 8
  case default
    r(1) = 9
  end select
  select case (on .or. n > 3)
  case (.true.)
    r(2) = 1
  case default
    r(2) = 2
  end select
  select case (flag)
  case ('L':'N', 'U')
    r(3) = 1
  case (:'C')
    r(3) = 2
  end select
  if (flag < 'T') r(4) = 3
  r(5) = calls
contains
  integer function counted(x)
    integer, intent(in) :: x
    calls = calls + 1
    counted = x + calls
  end function
end subroutine

subroutine bits(n, a, b, r, s, q)
  implicit none
  integer :: n, i, a(n), b(n), r(n, 9)
  integer(8) :: s(n, 4)
  logical :: q(n)
  do i = 1, n
    r(i, 1) = iand(a(i) - 4, b(i))
    r(i, 2) = ior(a(i), -b(i))
    r(i, 3) = ieor(a(i) - b(i), 5)
    r(i, 4) = not(a(i))
    r(i, 5) = ishft(a(i) - 4, 3)
    r(i, 6) = ishft(a(i) - 4, -1)
    r(i, 7) = ishft(a(i) - 4, -31)
    r(i, 8) = counted(ishft(a(i) - 4, 32))
    r(i, 9) = ishft(a(i) - 4, -32)
    s(i, 1) = iand(s(i, 4) - 3, int(a(i), 8))
    s(i, 2) = ishft(s(i, 4) - 3, -1)
    s(i, 3) = not(ishft(s(i, 4) - 3, 40))
    q(i) = btest(a(i) - 4, b(i)) .neqv. btest(s(i, 4) - 2, 63)
  end do
contains
  integer function counted(x)
    integer, intent(in) :: x
    counted = x - 1
  end function
end subroutine

! The bounds of a loop are those at its beginning, also where a loop inside runs over a variable that they name.
subroutine bounds(n, k, r)
  implicit none
  integer, intent(in) :: n, k
  integer, intent(inout) :: r(6)
  integer :: i, j
  j = 2
  do i = 1, 7, 1 + mod(abs(j), 3)
    do j = 1, min(n, k)
      r(1) = r(1) + i
    end do
  end do
  r(2) = i
  r(3) = j
  j = 2 + k
  do i = 1, j
    do j = 1, min(n, k)
      r(4) = r(4) + i
    end do
  end do
  r(5) = i
end subroutine

! A loop without a bound that is never entered.
subroutine never(n, x, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3)
  integer, intent(inout) :: r(3)
  integer :: i, c
  do i = 1, 3
    c = 0
    if (x(i) > 2) then
      r(1) = 1
    else if (n + i > 3) then
      do
        c = c + 1
        if (c > 4 .or. x(i) > 0) exit
      end do
    end if
    r(i) = r(i) + c
  end do
end subroutine
