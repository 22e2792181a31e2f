# Routines with calls, put in place, against what gfortran makes of the calls; one routine lies in a file of its own.
lprun --verify-fortran tests/parse/fortran/calls.f90 --device interp
mkdir "$OUT/lib"
cat > "$OUT/lib/dshift.f" <<TEXT
      SUBROUTINE DSHIFT( N, DX, INCX )
      INTEGER            N, INCX, I, IX
      DOUBLE PRECISION   DX( * ), DTWICE
      EXTERNAL           DTWICE
      IF( INCX.LT.1 ) THEN
         CALL XERBLA( 'DSHIFT', 3 )
         RETURN
      END IF
      IX = 1
      DO 10 I = 1, N
         DX( IX ) = DTWICE( DX( IX ), I )
         IX = IX + INCX
   10 CONTINUE
      END
TEXT
cat > "$OUT/lib/dtwice.f" <<TEXT
      DOUBLE PRECISION FUNCTION DTWICE( X, K )
      DOUBLE PRECISION   X
      INTEGER            I, K
      DTWICE = X
      DO 10 I = 1, K
         DTWICE = 2*DTWICE
   10 CONTINUE
      END
TEXT
cat > "$OUT/rows.f90" <<TEXT
subroutine rows(m, n, a, lda)
  integer m, n, lda, i
  real(8) a(lda, *)
  if (m > lda) stop 'm'
  do i = 1, m
    call dshift(n, a(i, 1), lda)
    call dshift(m - i, a(i + 1, 1), 1)
  end do
end subroutine
TEXT
lprun --verify-fortran "$OUT/rows.f90" -I "$OUT/lib" --device interp
lptranslate --check "$OUT/rows.f90"
lptranslate --print-hir "$OUT/rows.f90" -I "$OUT/lib"
