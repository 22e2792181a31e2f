subroutine talk(n, x)
  integer n, i
  real x(n)
  read(*,*) x(1)
  do i = 1, n
    print *, x(i)
    write(*, '(f10.3)') x(i)
  end do
  open(unit=3, file='x')
100 format(i5)
end
