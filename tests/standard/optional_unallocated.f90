! An array that is not allocated is absent where it is given for an optional dummy (15.5.2.12). gfortran: k = 0 in
! `may_lack` for n <= 3. Refused where it may lack, accepted where statements before the call show that it is there.
module m
contains
  subroutine inner(k, a)
    integer k
    real, optional :: a(:)
    k = merge(1, 0, present(a))
  end subroutine
  integer function inside(a)
    real, optional :: a(:)
    inside = merge(10, 20, present(a))
  end function
  subroutine may_lack(n, k)
    integer n, k
    real, allocatable :: w(:)
    if (n > 3) allocate (w(n))
    call inner(k, w)
  end subroutine
  subroutine may_lack_in_function(n, k)
    integer n, k
    real, allocatable :: w(:)
    if (n > 3) allocate (w(n))
    k = inside(a=w)
  end subroutine
  subroutine freed_in_loop(n, k, l)
    integer n, k, l, i, j
    real, allocatable :: w(:)
    allocate (w(n))
    l = 0
    do i = 1, k
      call inner(j, w)
      l = l + j
      if (i == 2) deallocate (w)
    end do
  end subroutine
  subroutine is_there(n, k)
    integer n, k
    real, allocatable :: w(:)
    allocate (w(n))
    call inner(k, w)
  end subroutine
  subroutine asked(n, k)
    integer n, k
    real, allocatable :: w(:)
    k = 0
    if (n > 3) allocate (w(n))
    if (allocated(w)) call inner(k, w)
  end subroutine
  subroutine assigned(n, x, k)
    integer n, k
    real x(n)
    real, allocatable :: w(:)
    w = 2*x
    call inner(k, w)
    x = w
  end subroutine
end module
