! Variables that a routine uses without declaring them are those of the routines within as well.
subroutine undeclared(n, a)
  integer n, a(n)
  k = 1
  do i = 1, n
    call inner(a(i))
    a(i) = a(i) + k
  end do
contains
  subroutine inner(x)
    integer x
    k = x*2
  end subroutine
end subroutine
subroutine by_letter(x, y)
  implicit real*8 (a-h, o-z)
  dimension y(3)
  total = x
  y(1) = next(2)
  y(2) = total
  own = 5
  y(3) = own
contains
  real(8) function next(j)
    total = total + j
    next = total*3
    if (total > 1000) next = 0
  end function
  subroutine never_called
    implicit none
    real(8) own
    own = 7
  end subroutine
end subroutine
subroutine once(n, o)
  integer n, o(4), k
  k = n
  o(1:3) = next(2)
  o(4) = k
contains
  integer function next(j)
    integer j
    k = k + j
    next = k
    if (k > 1000) next = 0
  end function
end subroutine
module limits
  implicit none
  integer :: lim = 3
contains
  subroutine shrink
    lim = lim - 1
  end subroutine
  subroutine while_it_shrinks(o)
    integer o, i
    i = 1
    do while (i <= lim)
      o = o*3 + i
      if (i == 2) call shrink
      i = i + 1
    end do
    o = o*100 + i
  end subroutine
  subroutine counted_before(o)
    integer o, i
    do i = 1, lim
      o = o*3 + i
      if (i == 2) call shrink
    end do
    o = o*100 + i
  end subroutine
  subroutine calls_while(n, o)
    integer n, o
    if (n > 9) return
    lim = n
    o = 0
    call while_it_shrinks(o)
  end subroutine
  subroutine calls_counted(n, o)
    integer n, o
    if (n > 9) return
    lim = n
    o = 0
    call counted_before(o)
  end subroutine
end module
subroutine bound_of_host(n, o)
  implicit none
  integer n, o, k
  if (n > 9) return
  k = n
  o = 0
  call loops
contains
  subroutine loops
    integer i
    i = 1
    do while (i <= k)
      o = o*3 + i
      if (i == 2) call shrink
      i = i + 1
    end do
    o = o*100 + i
  end subroutine
  subroutine shrink
    k = k - 1
  end subroutine
end subroutine
