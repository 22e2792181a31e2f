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
end module
