subroutine long_lines(n, & ! how many
                      x, y)

  integer :: n, i; real*8 :: x(n), &
    ! a comment between
    y(n)
  do i = 1, n; y(i) = x(i) + &
    &x(i)*2.0d&
    &0
  enddo
end
