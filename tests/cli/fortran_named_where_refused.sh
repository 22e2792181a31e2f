# What is not supported is named where it stands, and the other routines of the file are read.
cat > "$OUT/old.f" <<TEXT
      SUBROUTINE ROOTS(X,N,*)
      REAL X(N)
      DO 10 I=1,N
      IF(X(I).LT.0.) RETURN 1
   10 X(I)=SQRT(X(I))
      END
      SUBROUTINE TRY(X,N,IERR)
      REAL X(N)
      IERR=0
      CALL ROOTS(X,N,*99)
      RETURN
   99 IERR=1
      END
      SUBROUTINE HOL(N,K)
      INTEGER N,K(2)
      DATA IFLAG/4HYES /
      IF (N.GT.0) K(1)=IFLAG
      END
      SUBROUTINE GOOD(X,N)
      REAL X(N)
      X(1)=N*2
      END
TEXT
lptranslate --check "$OUT/old.f"
cat > "$OUT/main.f90" <<TEXT
program laplace
  implicit none
  real(8) :: a(10)
  integer :: i
  do i = 1, 10
    a(i) = i
  end do
  print *, a
end program
TEXT
lptranslate --check "$OUT/main.f90"
