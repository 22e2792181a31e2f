! A name of an `associate` or of `do concurrent` in a declaration of a block within: refused.
module alm
  implicit none
contains
  subroutine a1(m, k)
    integer, intent(in) :: m
    integer, intent(out) :: k(4)
    associate (ns => m)
      block
        real :: w(ns)
        w = 1
        k(1) = size(w)
        k(2:4) = int(sum(w))
      end block
    end associate
  end subroutine
  subroutine a2(m, k)
    integer, intent(in) :: m
    integer, intent(out) :: k(4)
    integer :: ns
    ns = 2
    associate (ns => m)
      block
        real :: w(ns)
        w = 1
        k(1) = size(w)
        k(2:4) = int(sum(w))
      end block
    end associate
  end subroutine
  subroutine a3(m, k)
    integer, intent(in) :: m
    integer, intent(out) :: k(4)
    integer, parameter :: ns = 2
    associate (ns => 5)
      block
        integer :: w(ns)
        w = 1
        k(1) = size(w)
        k(2) = sum(w)
        k(3:4) = size(w)
      end block
    end associate
  end subroutine
  subroutine a4(m, k)
    integer, intent(in) :: m
    integer, intent(out) :: k(4)
    integer, parameter :: ns = 2
    associate (ns => m)
      block
        integer :: w(ns)
        w = 1
        k(1) = size(w)
        k(2:4) = sum(w)
      end block
    end associate
  end subroutine
end module
