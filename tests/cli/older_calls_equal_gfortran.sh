# Entries of functions, returns to labels, characters behind their number, words with blanks in them, lists of names:
# what the kernels compute is what gfortran's routines do.
cat > "$OUT/old.f" <<'TEXT'
      SUBROUTINE ROOTS(X,N,*,K,*)
      REAL X(N)
      DO 10 I=1,N
      IF(X(I).LT.0.) RETURN 1
      IF(X(I).GT.100.) RETURN 2
   10 X(I)=SQRT(X(I))
      IF(K.GT.5) RETURN K
      K=K+1
      END
      SUBROUTINE TRY(X,N,IERR,K)
      REAL X(N)
      IERR=0
      DO 50 J=1,2
      IF(K.NE.0) CALL ROOTS(X,N,*99,K,*98)
      IERR=IERR+10
   50 CALL ROOTS(X,N,*97,K,*97)
      RETURN
   97 IERR=IERR+100
      RETURN
   98 IERR=IERR+2
      RETURN
   99 IERR=IERR+1
      END
      SUBROUTINE ONLY(*)
      RETURN 1
      END
      SUBROUTINE BOTH(K,*)
      CALL ONLY(*20)
      K=K+1000
   20 K=K+1
      IF(MOD(K,2).EQ.0) THEN
        RETURN
      ELSE
        RETURN 1
      END IF
      END
      SUBROUTINE HOL(N,K,X,M)
      INTEGER N,K(2),M
      REAL*8 X,Y
      DATA IFLAG/4HYES /,MASK/Z'0F'/,Y/8HABCDEFGH/
      IF (N.GT.0) K(1)=IFLAG
      K(2)=2HNO
      X=3H*'*
      IF(N.LT.0) X=Y
      DATA ISTOP/4HSTOP/
      IF (M.EQ.ISTOP) K(2)=K(2)+MASK
      IF (N.EQ.7) M=4HST!P
      END
      REAL FUNCTION AREA(A,B)
      PARAMETER(C=2)
      AREA=A*B
      RETURN
      ENTRY EDGE(A,B)
      EDGE=C*(A+B)
      IF(A.GT.B) RETURN
      AREA=AREA+1
      END
      FUNCTION LESS(I)
      LESS=I-1
      ENTRY MORE(I) RESULT(NEXT)
      NEXT=I+1
      END
      DOUBLE PRE CISION FUN CTION F F(X)
      DOU BLE PRECISION X
      F F=X*2
      E N D
      SUBROU TINE BLA NKS(X,N)
      IM PLICIT NO NE
      INTE GER N
      DOUBLE PRE CISION X(N), T
      COM MON /SHA RED/ NUM BER
      INTEGER I, NUMBER
      DOUBLE PRECISION FF
      EXTERNAL F F
      NAME LIST /LIST/ X
      DO 10 I = 1, N
      T = X(I)
      IF (T .G T. 0 .A ND. I.NE.2) T H E N
      X(I) = F F(T)*1. 5 D0
      EL SE I F (I .EQ. 3) TH EN
      X(I) = NUMBER + 0.1184 6344 D+00 + 2. E - 1
      ELSE
      GO T O (1 0, 20), NUM BER
   20 X(I) = 0
      EN D IF
   10 CONT INUE
      RET URN
      END SUBROU TINE
TEXT
lprun --verify-fortran "$OUT/old.f" --device interp 2>/dev/null
# An entry with a value of another type, and one of a function that keeps a value, are refused by name.
cat > "$OUT/apart.f90" <<'TEXT'
real function one(x)
  real x
  integer k
  one = x
  entry k(x)
  k = 2
end function
real function kept(x)
  real, save :: last = 0
  real x, other
  kept = last
  entry other(x)
  last = x
end function
TEXT
lptranslate --check "$OUT/apart.f90"
