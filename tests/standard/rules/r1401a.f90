program p
  real x(10)
  integer i
  do i = 1, 10
    x(i) = i*0.5
  end do
  print *, x(3)
end program p
