! lpfc c: --outline
! What a name of an `associate` stands for is decided where that begins, whatever changes then.
program p
  implicit none
  integer :: i, j
  integer, target :: j2
  integer, pointer :: pj
  real :: x(6) = [1., 2., 3., 4., 5., 6.], y
  j = 1
  associate (v => x(j), jj => j)       ! by another name of associate
    jj = 3
    do i = 1, 3
      v = v + i*10
    end do
  end associate
  print *, x                            ! 61. 2. 3.
  x = [1., 2., 3., 4., 5., 6.]
  j2 = 1
  pj => j2
  associate (v => x(j2))               ! by a pointer
    pj = 3
    do i = 1, 3
      v = v + i*10
    end do
  end associate
  print *, x
  x = [1., 2., 3., 4., 5., 6.]
  j = 1
  associate (v => x(j))                ! by an own function with the name of an intrinsic one
    y = abs(1)
    do i = 1, 3
      v = v + i*10
    end do
  end associate
  print *, x
  x = [1., 2., 3., 4., 5., 6.]
  j = 1
  associate (v => f(2))                ! a function that reads j
    j = 5
    do i = 1, 3
      x(i) = x(i) + v*i
    end do
  end associate
  print *, x
contains
  real function abs(k)
    integer, intent(in) :: k
    j = 5
    abs = k
  end function
  pure real function f(k)
    integer, intent(in) :: k
    f = k*j
  end function
end program
