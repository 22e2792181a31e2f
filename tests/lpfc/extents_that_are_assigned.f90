! lpfc c openmp:
! only columns,shared,chosen
! How many elements an assignment has is settled before the first of them is written.
module parts
  implicit none
contains
  subroutine columns(c, n)
    integer, intent(in) :: n
    integer, intent(inout) :: c(n, n)
    c(1, 1) = 3
    c(2, 1) = 4
    c(1:c(1, 1), 1:c(2, 1)) = 5
  end subroutine
  subroutine shared(b, n)
    integer, intent(in) :: n
    integer, intent(inout) :: b(n, n)
    integer :: c(4, 4), k(16)
    equivalence (c, k)
    c = 0
    k(1) = 2
    k(2) = 3
    c(1:k(1), 1:k(2)) = 4
    b(:4, :4) = b(:4, :4) + c
  end subroutine
  subroutine chosen(c, n)
    integer, intent(in) :: n
    integer, intent(inout) :: c(n, n)
    where (c(1:c(1, 1), 1:c(2, 1)) < 100)
      c(1:3, 1:4) = 1
    end where
  end subroutine
end module

program main
  use parts
  implicit none
  integer :: c(5, 5), i
  c = reshape([(i, i = 1, 25)], [5, 5])
  call columns(c, 5)
  print '(5i4)', c
  call shared(c, 5)
  print '(5i4)', c
  c(1, 1) = 3
  c(2, 1) = 4
  call chosen(c, 5)
  print '(5i4)', c
end program
