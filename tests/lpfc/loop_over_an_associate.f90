! lpfc c:
! only k1,k2,s,f
! A loop over a name of an `associate` block counts with what that stands for.
module d8m
contains
subroutine k1(n, a, r)
  integer, intent(in) :: n
  real, intent(inout) :: a(n), r(20)
  integer :: i, j
  j = 50
  associate (i => j)
    do i = 1, 3
      r(i) = i
    end do
    r(4) = i
  end associate
  r(5) = j
end subroutine
subroutine k2(n, a, r)
  integer, intent(in) :: n
  real, intent(inout) :: a(n), r(20)
  integer :: i, j
  j = 2
  associate (k => j, b => a)
    select case (k)
    case (2); k = 3
    end select
    do while (k < n)
      k = k + 1
      b(k) = k
      if (b(k) > 5) exit
    end do
    where (b > 2) b = b - k
    if (k == n) goto 10
    b(1) = 77
10  r(1) = k
    call s(k, b)
    call s(n=k, x=b(2:))
    r(2) = f(b(k-2), k)
  end associate
  r(3) = j
contains
  subroutine s(n, x)
    integer, intent(inout) :: n
    real, intent(inout) :: x(:)
    n = n + 1
    x(1) = x(1) + n
  end subroutine
  real function f(y, m)
    real, intent(in) :: y
    integer, intent(in) :: m
    f = y*m + j
  end function
end subroutine
end module
program p
 use d8m
 real a(6), r(20)
 a = [1,2,3,4,5,6]; r = 0
 call k1(4, a, r); print *, r(1:6)
 a = [1,2,3,4,5,6]; r = 0
 call k2(5, a, r); print *, r(1:6), a
end program
