! Euler's equations on elements of Nq*Nq*Nq nodes: what flows along a direction of the reference element is differentiated
! along it, a subroutine for each direction. `Q` holds momentum (1 to 3), density (4) and density times potential
! temperature (5); `J` holds the metric terms of the directions (1 to 9) and the inverse of the Jacobian (10).
subroutine along_r(nelements, J, D, Q, rhs)
  implicit none
  integer nelements, e, i, m, k, n
  real*4 J(Nq, Nq, Nq, 10, nelements), D(Nq, Nq)
  real*4 Q(Nq, Nq, Nq, 5, nelements), rhs(Nq, Nq, Nq, 5, nelements)
  real*4 p, speed, w

  do e = 1, nelements
    do k = 1, Nq
      do m = 1, Nq
        do i = 1, Nq
          do n = 1, Nq
            p = 100000.0*(287.0*Q(n, m, k, 5, e)/100000.0)**1.4
            speed = (J(n, m, k, 1, e)*Q(n, m, k, 1, e) + J(n, m, k, 2, e)*Q(n, m, k, 2, e) &
                + J(n, m, k, 3, e)*Q(n, m, k, 3, e))/Q(n, m, k, 4, e)
            w = J(i, m, k, 10, e)*D(i, n)
            rhs(i, m, k, 1, e) = rhs(i, m, k, 1, e) - w*(Q(n, m, k, 1, e)*speed + J(n, m, k, 1, e)*p)
            rhs(i, m, k, 2, e) = rhs(i, m, k, 2, e) - w*(Q(n, m, k, 2, e)*speed + J(n, m, k, 2, e)*p)
            rhs(i, m, k, 3, e) = rhs(i, m, k, 3, e) - w*(Q(n, m, k, 3, e)*speed + J(n, m, k, 3, e)*p)
            rhs(i, m, k, 4, e) = rhs(i, m, k, 4, e) - w*(Q(n, m, k, 4, e)*speed)
            rhs(i, m, k, 5, e) = rhs(i, m, k, 5, e) - w*(Q(n, m, k, 5, e)*speed)
          end do
        end do
      end do
    end do
  end do
end

subroutine along_s(nelements, J, D, Q, rhs)
  implicit none
  integer nelements, e, i, m, k, n
  real*4 J(Nq, Nq, Nq, 10, nelements), D(Nq, Nq)
  real*4 Q(Nq, Nq, Nq, 5, nelements), rhs(Nq, Nq, Nq, 5, nelements)
  real*4 p, speed, w

  do e = 1, nelements
    do k = 1, Nq
      do m = 1, Nq
        do i = 1, Nq
          do n = 1, Nq
            p = 100000.0*(287.0*Q(i, n, k, 5, e)/100000.0)**1.4
            speed = (J(i, n, k, 4, e)*Q(i, n, k, 1, e) + J(i, n, k, 5, e)*Q(i, n, k, 2, e) &
                + J(i, n, k, 6, e)*Q(i, n, k, 3, e))/Q(i, n, k, 4, e)
            w = J(i, m, k, 10, e)*D(m, n)
            rhs(i, m, k, 1, e) = rhs(i, m, k, 1, e) - w*(Q(i, n, k, 1, e)*speed + J(i, n, k, 4, e)*p)
            rhs(i, m, k, 2, e) = rhs(i, m, k, 2, e) - w*(Q(i, n, k, 2, e)*speed + J(i, n, k, 5, e)*p)
            rhs(i, m, k, 3, e) = rhs(i, m, k, 3, e) - w*(Q(i, n, k, 3, e)*speed + J(i, n, k, 6, e)*p)
            rhs(i, m, k, 4, e) = rhs(i, m, k, 4, e) - w*(Q(i, n, k, 4, e)*speed)
            rhs(i, m, k, 5, e) = rhs(i, m, k, 5, e) - w*(Q(i, n, k, 5, e)*speed)
          end do
        end do
      end do
    end do
  end do
end

subroutine along_t(nelements, J, D, Q, rhs)
  implicit none
  integer nelements, e, i, m, k, n
  real*4 J(Nq, Nq, Nq, 10, nelements), D(Nq, Nq)
  real*4 Q(Nq, Nq, Nq, 5, nelements), rhs(Nq, Nq, Nq, 5, nelements)
  real*4 p, speed, w

  do e = 1, nelements
    do k = 1, Nq
      do m = 1, Nq
        do i = 1, Nq
          do n = 1, Nq
            p = 100000.0*(287.0*Q(i, m, n, 5, e)/100000.0)**1.4
            speed = (J(i, m, n, 7, e)*Q(i, m, n, 1, e) + J(i, m, n, 8, e)*Q(i, m, n, 2, e) &
                + J(i, m, n, 9, e)*Q(i, m, n, 3, e))/Q(i, m, n, 4, e)
            w = J(i, m, k, 10, e)*D(k, n)
            rhs(i, m, k, 1, e) = rhs(i, m, k, 1, e) - w*(Q(i, m, n, 1, e)*speed + J(i, m, n, 7, e)*p)
            rhs(i, m, k, 2, e) = rhs(i, m, k, 2, e) - w*(Q(i, m, n, 2, e)*speed + J(i, m, n, 8, e)*p)
            rhs(i, m, k, 3, e) = rhs(i, m, k, 3, e) - w*(Q(i, m, n, 3, e)*speed + J(i, m, n, 9, e)*p)
            rhs(i, m, k, 4, e) = rhs(i, m, k, 4, e) - w*(Q(i, m, n, 4, e)*speed)
            rhs(i, m, k, 5, e) = rhs(i, m, k, 5, e) - w*(Q(i, m, n, 5, e)*speed)
          end do
        end do
      end do
    end do
  end do
end

! The three become one kernel, a work group for each element. The pressure at a node is the same for all directions and
! for all nodes on its lines, the speed for the latter: a group computes each of them once.
!$loopy begin
!
! along_r, along_s, along_t = lp.parse_fortran(SOURCE, FILENAME)
! euler = lp.fuse_kernels([
!     lp.rename_iname(along_r, "n", "n_r"),
!     lp.rename_iname(along_s, "n", "n_s"),
!     lp.rename_iname(along_t, "n", "n_t")], suffixes=["", "_s", "_t"])
! euler = lp.fix_parameters(euler, nq=4)
! euler = lp.tag_inames(euler, "e:g.0, k:l.2, m:l.1, i:l.0")
!
! for value in ["p", "p_s", "p_t"]:
!     euler = lp.assignment_to_subst(euler, value)
!     euler = lp.expand_subst(euler, value + "_subst")
! euler = lp.extract_subst(euler, "pressure", "100000.0f*(287.0f*q[a, b, c, 4, e]/100000.0f)**1.4f", parameters="a, b, c")
! euler = lp.precompute(euler, "pressure", "n_r,n_s,n_t,i,m,k")
!
! for value, nodes in [("speed", "n_r,m,k"), ("speed_s", "i,n_s,k"), ("speed_t", "i,m,n_t")]:
!     euler = lp.assignment_to_subst(euler, value)
!     euler = lp.precompute(euler, value + "_subst", nodes)
!
! RESULT = euler
!
!$loopy end
! run: nelements=0,1,2,5,17 nq=4 no-gfortran
