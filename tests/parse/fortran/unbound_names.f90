! Names without a value in bounds become arguments, with a warning.
subroutine nodes(elements, u, v)
  implicit none
  integer elements, e, i, j
  real*4 u(Nq, Nq, elements), v(Nq, Nq, elements)
  do e = 1, elements
    do j = 1, Nq
      do i = 1, Nq
        v(i, j, e) = u(i, j, e)*(Nq - 1)
      end do
    end do
  end do
end
