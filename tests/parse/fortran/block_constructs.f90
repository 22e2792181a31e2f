module nums
  implicit none
  integer, parameter :: dp = kind(1d0)
contains
  subroutine shadows(n, x, t)
    integer, intent(in) :: n
    real(dp), intent(inout) :: x(n), t
    integer :: i, k
    k = 3
    do i = 1, n
      block
        real(dp) :: t, w(3)
        integer, parameter :: wp = dp, m = 2
        t = x(i)*2.0_wp
        w = [t, t + 1, t + m]
        inner: block
          integer :: t
          t = i*2
          x(i) = w(2) + t
          k = k + t
        end block inner
        x(i) = x(i) + t
      end block
      x(i) = x(i) + t
    end do
    t = t + k
  end subroutine
  subroutine turns(n, x)
    integer, intent(in) :: n
    real(dp), intent(inout) :: x(n)
    real(dp) :: v_1
    v_1 = 3
    if (n > 2) then
      block
        real(dp) :: v(n)
        v = x*2
        x = v + x(n:1:-1)
      end block
    end if
    block
      real(dp) :: v
      v = x(n)
      if (v > 0) return
      x(n) = v_1 - v
    end block
  end subroutine
  subroutine leaves(n, x)
    integer, intent(in) :: n
    real(dp), intent(inout) :: x(n)
    integer :: i
    main: block
      integer :: k
      k = 0
      if (n < 3) exit main
      do i = 1, n
        each: block
          if (x(i) > 1) then
            k = k + 1
            if (k > 4) exit main
            exit each
          end if
          if (x(i) < -1) exit
          if (x(i) < 0) cycle
          x(i) = x(i)*3
        end block each
        x(i) = x(i) + k
      end do
      x(1) = 7
    end block main
    x(n) = x(n) - 1
  end subroutine
end module

! `exit` leaves any construct that has a name.
subroutine left(k, n, o)
  implicit none
  integer, intent(in) :: k, n
  integer, intent(inout) :: o(6)
  integer :: i
  cond: if (k > 0) then
    if (n > 2) exit cond
    o(1) = 5
  else if (n == 1) then cond
    o(1) = 6
    block
      if (k < -1) exit cond
    end block
    o(1) = 7
  end if cond
  part: associate (y => o(2))
    y = y + 1
    do i = 1, n
      if (i == k) exit part
      y = y + i
    end do
    y = y*2
  end associate part
  choice: select case (n)
  case (0:2) choice
    if (k == 1) exit choice
    o(3) = 1
  case (3:)
    o(3) = 2
    inner: if (k > 1) then
      o(4) = 1
      if (k > 2) exit choice
      if (k > 1) exit inner
      o(4) = 2
    end if inner
    o(5) = 3
  end select choice
  o(6) = o(6) + 1
end subroutine
