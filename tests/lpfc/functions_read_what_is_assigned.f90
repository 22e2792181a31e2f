! lpfc c:
! only spread_all,listed,placed,masked,total,both,by_extent
! A function may read the array that is being assigned by its own name: all values come before the first store.
module fields
  implicit none
  real :: g(6), h(6)
contains
  elemental real function ends(x)
    real, intent(in) :: x
    ends = x + g(1) + g(6)
  end function
  elemental real function through(x)
    real, intent(in) :: x
    through = ends(x) + 1
  end function
  real function last()
    last = g(6) + g(1)
  end function
  integer function room(x)
    real, intent(in) :: x
    real, dimension(max(1, int(g(6)))) :: work
    work = x
    room = size(work)
  end function
  subroutine by_extent
    integer :: i
    g = [(real(room(real(i)) + i), i = 6, 1, -1)]
  end subroutine
  subroutine spread_all
    g = ends(g)
  end subroutine
  subroutine listed
    integer :: i
    g = [(through(real(i)), i = 1, 6)]
  end subroutine
  subroutine placed(n)
    integer, intent(in) :: n
    g(1:n) = ends(g(n:1:-1))
  end subroutine
  subroutine masked
    where (ends(g) > 9)
      g = ends(g)
    elsewhere (ends(g) > 8)
      g = 0
    end where
  end subroutine
  subroutine total
    where (h > 0)
      g = 2*g
      h = last()
    end where
  end subroutine
  subroutine both
    where (h > 0)
      g = 2*g
      h = ends(h)
    elsewhere
      g = ends(g)
    end where
  end subroutine
end module

program main
  use fields
  implicit none
  call start
  call spread_all
  print *, g
  call start
  call by_extent
  print *, g
  call start
  call listed
  print *, g
  call start
  call placed(5)
  print *, g
  call start
  call masked
  print *, g
  call start
  call total
  print *, g, h
  call start
  call both
  print *, g, h
contains
  subroutine start
    integer :: i
    g = [(real(i), i = 1, 6)]
    h = [1, -1, 1, -1, 1, 1]
  end subroutine
end program
