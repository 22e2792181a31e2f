# Variables that share the memory of one in a common block, or of one that keeps its value: what the kernels compute is what gfortran's
# routines do. A part of such a variable is refused.
cat > "$OUT/shared.f" <<TEXT
      SUBROUTINE EQC(A,N)
      REAL A(N)
      COMMON /BLK/ T(4)
      DIMENSION U(2,2)
      EQUIVALENCE (T(1),U(1,1))
      DO 10 J=1,2
      DO 10 I=1,2
   10 U(I,J)=I+10*J+T(1)
      DO 20 I=1,MIN(4,N)
   20 A(I)=A(I)*T(I)
      END
      SUBROUTINE ROWS(A,N)
      REAL A(N)
      COMMON /GRID/ G(0:2,2,2), H
      DIMENSION V(12), W(3,4)
      EQUIVALENCE (G(0,1,1),V(1)), (W(1,1),V(1)), (P,G(1,2,1))
      DO 30 I=1,12
   30 V(I)=V(I)+I*H
      DO 40 I=1,3
   40 W(I,2)=W(I,2)*2
      P=P+G(2,2,2)
      IF (N.GT.0) A(1)=P+G(0,1,2)
      END
      SUBROUTINE COUNTS(A,N)
      REAL A(N)
      SAVE K
      INTEGER K, M
      EQUIVALENCE (K,M)
      DATA K /3/
      M=M+1
      IF (N.GT.0) A(1)=K
      END
      SUBROUTINE ONE(A,N)
      REAL A(N)
      COMMON /SCAL/ S
      EQUIVALENCE (S,R)
      R=R+1
      IF (N.GT.0) A(1)=S*R
      END
TEXT
for device in interp opencl; do
    lprun --verify-fortran "$OUT/shared.f" --device $device --cases 12 2>/dev/null
done
cat > "$OUT/refused.f" <<TEXT
      SUBROUTINE LONGER(A,N)
      REAL A(N)
      COMMON /BLK/ T(4)
      DIMENSION U(6)
      EQUIVALENCE (T(1),U(1))
      U(6)=A(1)
      T(1)=A(1)
      END
      SUBROUTINE TWO(A,N)
      REAL A(N)
      COMMON /BLK/ T(4), S(4)
      DIMENSION U(8)
      EQUIVALENCE (T(1),U(1))
      U(6)=A(1)
      S(1)=A(1)+T(1)
      END
TEXT
lptranslate --check "$OUT/refused.f"
