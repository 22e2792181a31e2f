! The index of `do concurrent` in a declaration of a block within: refused.
module m
  implicit none
contains
  subroutine a1(k)
    integer, intent(out) :: k(2)
    integer :: j
    do concurrent (j = 1:2)
      block
        integer :: w(j), u
        w = 1
        u = sum(w)
        k(j) = u
      end block
    end do
  end subroutine
  subroutine a2(k)
    integer, intent(out) :: k(2)
    integer :: j
    j = 5
    do concurrent (j = 1:2)
      block
        integer :: w(j), u
        w = 1
        u = sum(w)
        k(j) = u
      end block
    end do
  end subroutine
  subroutine a3(j, k)
    integer, intent(in) :: j
    integer, intent(out) :: k(2)
    do concurrent (integer :: j = 1:2)
      block
        integer :: w(j), u
        w = 1
        u = sum(w)
        k(j) = u
      end block
    end do
  end subroutine
end module
