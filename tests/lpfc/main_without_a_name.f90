! lpfc c: --outline
! What an internal procedure sets belongs to a main program that no statement begins.
real :: last, x(3)
integer :: kk
last = 0
kk = 1
x = 1
call helper(3, x)
print *, x, last, kk
contains
  subroutine helper(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    print *, 'here'
    do i = 1, n
      last = x(i) + 1
      kk = i
      x(i) = last*2
    end do
  end subroutine
end
