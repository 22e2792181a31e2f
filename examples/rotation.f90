subroutine rotation(out1, out2, inp1, inp2, alpha, n)
  implicit none
  real*8 a, b, r, alpha
  real*8 out1(n), out2(n), inp1(n), inp2(n)
  integer n, i

  do i = 1, n
    !$loopy begin tagged: input
    a = cos(alpha)*inp1(i) + sin(alpha)*inp2(i)
    b = -sin(alpha)*inp1(i) + cos(alpha)*inp2(i)
    !$loopy end tagged: input

    r = sqrt(a**2 + b**2)
    a = a/r
    b = b/r

    out1(i) = a
    out2(i) = b
  end do
end
! run: n=0,1,15,16,17,1003 alpha=0.5
