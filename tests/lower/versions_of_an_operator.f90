! RUN: auto_specialize("nx1", [8, 10])
! run: nx1=8,10,9,1 nelt=2,1,2,3
subroutine ax(w, u, g, dxm1, nx1, nelt)
  integer, intent(in) :: nx1, nelt
  real(8), intent(in) :: u(nx1,nx1,nx1,nelt), g(6,nx1,nx1,nx1,nelt), dxm1(nx1,nx1)
  real(8), intent(out) :: w(nx1,nx1,nx1,nelt)
  real(8) :: ur(nx1,nx1,nx1), us(nx1,nx1,nx1), ut(nx1,nx1,nx1), wr, ws, wt
  integer :: e, i, j, k, l
  do e = 1, nelt
    do k = 1, nx1
      do j = 1, nx1
        do i = 1, nx1
          wr = 0.0d0
          ws = 0.0d0
          wt = 0.0d0
          do l = 1, nx1
            wr = wr + dxm1(i,l)*u(l,j,k,e)
            ws = ws + dxm1(j,l)*u(i,l,k,e)
            wt = wt + dxm1(k,l)*u(i,j,l,e)
          end do
          ur(i,j,k) = g(1,i,j,k,e)*wr + g(2,i,j,k,e)*ws + g(3,i,j,k,e)*wt
          us(i,j,k) = g(2,i,j,k,e)*wr + g(4,i,j,k,e)*ws + g(5,i,j,k,e)*wt
          ut(i,j,k) = g(3,i,j,k,e)*wr + g(5,i,j,k,e)*ws + g(6,i,j,k,e)*wt
        end do
      end do
    end do
    do k = 1, nx1
      do j = 1, nx1
        do i = 1, nx1
          wr = 0.0d0
          do l = 1, nx1
            wr = wr + dxm1(l,i)*ur(l,j,k) + dxm1(l,j)*us(i,l,k) + dxm1(l,k)*ut(i,j,l)
          end do
          w(i,j,k,e) = wr
        end do
      end do
    end do
  end do
end subroutine
