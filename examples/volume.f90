! Volume term of a discontinuous Galerkin method on elements of Nq*Nq*Nq nodes: fluxes along the three directions of
! the reference element, then their derivatives. `Nq` is no argument here; `fix_parameters` gives it a value.
subroutine volume(nelements, D, G, Q, rhs)
  implicit none
  integer nelements, e, i, j, k, n
  real*4 D(Nq, Nq), G(Nq, Nq, Nq, 3, 3, nelements)
  real*4 Q(Nq, Nq, Nq, 4, nelements), rhs(Nq, Nq, Nq, nelements)
  real*4 F(Nq, Nq, Nq, 3), U, V, W, R, total

  do e = 1, nelements
    !$loopy begin tagged: flux
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          U = Q(i, j, k, 1, e)
          V = Q(i, j, k, 2, e)
          W = Q(i, j, k, 3, e)
          R = Q(i, j, k, 4, e)
          F(i, j, k, 1) = R*(G(i, j, k, 1, 1, e)*U + G(i, j, k, 2, 1, e)*V + G(i, j, k, 3, 1, e)*W)
          F(i, j, k, 2) = R*(G(i, j, k, 1, 2, e)*U + G(i, j, k, 2, 2, e)*V + G(i, j, k, 3, 2, e)*W)
          F(i, j, k, 3) = R*(G(i, j, k, 1, 3, e)*U + G(i, j, k, 2, 3, e)*V + G(i, j, k, 3, 3, e)*W)
        end do
      end do
    end do
    !$loopy end tagged: flux

    !$loopy begin tagged: divergence
    do k = 1, Nq
      do j = 1, Nq
        do i = 1, Nq
          total = 0
          do n = 1, Nq
            total = total + D(i, n)*F(n, j, k, 1)
            total = total + D(j, n)*F(i, n, k, 2)
            total = total + D(k, n)*F(i, j, n, 3)
          end do
          rhs(i, j, k, e) = rhs(i, j, k, e) + total
        end do
      end do
    end do
    !$loopy end tagged: divergence
  end do
end
! run: nelements=0,1,2,3,4,17 Nq=4 no-gfortran
