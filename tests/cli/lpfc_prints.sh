# The source that is compiled can be read and kept, in the form that the file has.
export LPFC_LEAST=0
set -e
cd "$OUT"
cat > heat.f90 <<'TEXT'
module heat
  implicit none
  real(8) :: conductivity = 1
contains
  ! A mean.
  pure function mean(a, weight) result(m)
    real(8), intent(in) :: a(:, :)
    real(8), intent(in), optional :: weight
    real(8) :: m
    integer :: i, j
    m = 0
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        m = m + a(i, j)*weight*conductivity
      end do
    end do
  end function mean
end module
TEXT
cat > old.f <<'TEXT'
C     A routine of the old kind.
      SUBROUTINE SHIFT(N, X, UP, TRANS)
      INTEGER N, I
      LOGICAL UP
      CHARACTER*1 TRANS
      REAL X(N)
      COMMON /STATE/ OFFSET
      DO 10 I = 1, N
        IF (TRANS .EQ. 'T') X(I) = X(I) + OFFSET
   10 CONTINUE
      UP = X(N) .GT. 0
      RETURN
      END
TEXT
lpfc --print heat.f90 old.f
lpfc --print heat.f90 >kept.f90 && gfortran -c kept.f90
lpfc --print old.f >kept.f && gfortran -c kept.f
lpfc --print || echo "exit $?"
