# The same for the fixed form, for loops that end at labels, and for directives of OpenMP, which go with their loops.
export LPFC_LEAST=0
set -e
cd "$OUT"
cat > old.f <<'TEXT'
C     Names without declarations have the types of their first letters.
      PROGRAM OLD
      IMPLICIT NONE
      INTEGER N, K, I, J
      PARAMETER (N = 20)
      REAL A(N, N), T
      DO 10 I = 1, N
      DO 10 J = 1, N
   10 A(I, J) = I + J
      DO 15 I = 1, N
        IF (A(I, 1) .GT. 1E6) GOTO 16
   15 CONTINUE
   16 DO 17 I = 1, N
        A(I, 2) = A(I, 2) + 1
   17 CONTINUE
      IF (A(1, 2) .LT. 6) GOTO 16
      PRINT *, A(3, 4), I, J
      K = N
      CALL PARTS(A, K, T)
      CALL FREELY(A, N)
      END
      SUBROUTINE PARTS(A, LDA, T)
      IMPLICIT NONE
      INTEGER LDA, I, J, K
      REAL A(LDA, *), W(20), Q, X, Y, T
      SAVE Q
      DATA Q /2./
      PRINT *, 'PARTS'
      T = 0
      K = LDA
      DO 20 I = 1, LDA
        W(I) = A(I, I)
        T = T + W(I)
   20 CONTINUE
!$OMP PARALLEL DO PRIVATE(X)
      DO 30 I = 1, K
        X = Q*W(I)
        A(I, 1) = X
   30 CONTINUE
!$OMP END PARALLEL DO
!$OMP PARALLEL PRIVATE(Y, J)
!$OMP DO
      DO 35 I = 1, K
        Y = A(I, 2)
        DO 34 J = 2, K
          A(I, J) = A(I, J) + Y
   34   CONTINUE
   35 CONTINUE
!$OMP END DO
      DO 36 J = 1, 2
        Y = J
   36 CONTINUE
!$OMP END PARALLEL
      LDA = LDA - 1
      DO 40 J = 1, 2
        DO 40 I = 1, LDA
   40     A(I, J) = A(I, J)*2
      PRINT *, T, A(4, 1), A(4, 2), I
      END
      SUBROUTINE FREELY(A, N)
      DIMENSION A(N, N)
      PRINT *, 'FREELY'
      DO 50 I = 1, N
        A(I, 1) = I
   50 CONTINUE
      PRINT *, I, A(N, 1)
      END
TEXT
for openmp in '' -fopenmp; do
    gfortran -w $openmp -O2 -ffp-contract=off old.f -o plain && ./plain >expected
    lpfc --outline --report $openmp old.f
    for target in c openmp; do
        LPFC_TARGET=$target lpfc --outline -w $openmp -O2 -ffp-contract=off old.f -o old
        LP_TRACE=1 ./old 2>trace >got
        diff expected got && LP_VERIFY=1 ./old >got && diff expected got && echo "$target $openmp: equal to gfortran"
        awk '!/^kernels ran/ { $3 = ""; print }' trace
    done
done
lpfc --outline --print old.f | sed -n '/PARTS.$/,/TARGET/p' | head -70
# Cards have numbers, and a loop is not taken for a routine that is called like it.
cat > cards.f <<'TEXT'
      SUBROUTINE SOLVE(N, A)                                            CARD0001
      DOUBLE PRECISION A(N)                                             CARD0002
      PRINT *, 'SOLVE'                                                  CARD0003
      DO 10 I = 1, N                                                    CARD0004
      A(I) = A(I) + 1                                                   CARD0005
   10 CONTINUE                                                          CARD0006
      END                                                               CARD0007
      SUBROUTINE SOLVE_LOOP_1(NUMBER_OF_ELEMENTS, WHAT_IS_CHANGED)      CARD0008
      DOUBLE PRECISION WHAT_IS_CHANGED(NUMBER_OF_ELEMENTS)              CARD0009
      DO 20 I = 1, NUMBER_OF_ELEMENTS                                   CARD0010
      WHAT_IS_CHANGED(I) = 2*WHAT_IS_CHANGED(I)                         CARD0011
   20 CONTINUE                                                          CARD0012
      END                                                               CARD0013
      PROGRAM P                                                         CARD0014
      DOUBLE PRECISION A(3)
      A = 1
      CALL SOLVE(3, A)
      CALL SOLVE_LOOP_1(3, A)
      PRINT *, A
      END
TEXT
gfortran -w cards.f -o plain && ./plain >expected
lpfc --outline --report cards.f
LPFC_TARGET=c lpfc --outline -w cards.f -o cards
LP_TRACE=1 ./cards 2>trace >got
diff expected got && echo "equal to gfortran"
awk '!/^kernels ran/ { $3 = ""; print }' trace
