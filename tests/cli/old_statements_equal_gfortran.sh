# Statements of older programs, and shorter forms of newer ones: what the kernels compute is what gfortran's routines do.
cat > "$OUT/old.f" <<TEXT
      SUBROUTINE WGT(X,N)
      REAL*8 X(N),W(5)/5*2.0D0/,V(2)/1.5D0,-2.5D0/,S/3.0D0/
      DO 10 I=1,MIN(N,5)
   10 X(I)=X(I)*W(I)+V(1+MOD(I,2))*S
      END
      SUBROUTINE ASGN(X,N)
      REAL X(8)
      ASSIGN 30 TO LAB
      IF(N.GT.3) ASSIGN 40 TO LAB
      GO TO LAB,(30,40)
   30 X(1)=1.
      RETURN
   40 X(1)=2.
      END
      SUBROUTINE PAUSED(B,X)
      REAL B,X
      IF(B.EQ.0.) PAUSE 'rewrite the equations'
      X=X/B
      END
      SUBROUTINE TIMES(X,N)
      REAL X(N)
      K=0
      DO 10 T=0.0,1.0,0.1
      K=K+1
      IF(K.LE.N) X(K)=T
   10 CONTINUE
      IF(N.GT.0) X(N)=T
      END
      SUBROUTINE DOWN(X,A,B,D)
      REAL X(40),A,B,D,T
      K=0
      S=SIGN(0.25,D)
      DO 10 T=A,B,S
      K=K+1
      IF(K.GT.30) GOTO 20
      IF(K.EQ.2) GOTO 10
      X(K)=T
   10 CONTINUE
   20 X(40)=T
      END
      SUBROUTINE BLANKS(X)
      DOUBLE PRECISION X(3)
      X(1)=0.1184 6344 2528 0945 4 D0
      X(2)=X(2)*1 0 + 2 5.5
      END
      SUBROUTINE FILLV(X,N,C)
      REAL X(N)
      DO 10 I=1,N
   10 X(I)=C
      RETURN
      ENTRY SCALEV(X,N,C)
      DO 20 I=1,N
   20 X(I)=X(I)*C
      RETURN
      END
      SUBROUTINE SFA(X,Y,N)
      REAL X(N),Y(N)
      SQ(T)=T*T
      DO 10 I=1,N
   10 Y(I)=SQ(X(I))+SQ(Y(I))
      END
      SUBROUTINE SFB(K,N)
      IMPLICIT NONE
      INTEGER N,K(8),NEXT,LAST
      NEXT()=LAST+1
      LAST=41
      IF(N.GT.0) K(1)=NEXT()
      END
TEXT
lprun --verify-fortran "$OUT/old.f" --device interp 2>/dev/null
cat > "$OUT/short.f90" <<TEXT
subroutine third(x, n)
  implicit real(8) (a-h,o-z), integer(kind=8) (k)
  dimension x(n)
  t = n
  k = 7
  if (n > 0) x(1) = t/3 + k*huge(1)
end subroutine
subroutine halves(x, n)
  implicit none
  integer n, i
  real(8) :: x(8)
  x(1:3) = [real(8) :: 1, n, 3]/2
  x(4:6) = (/ real(kind=8) :: (i/2, i = 2, 4) /)*3
  x(7:8) = [integer :: x(1)*2.5, 7.9]
end subroutine
module kinds_of_cells
  implicit none
  enum, bind(c)
    enumerator :: fluid = 4, walls, inlet = 9
    enumerator outlet
  end enum
contains
  subroutine marked(k, n)
    integer, intent(in) :: n
    integer, intent(inout) :: k(n)
    integer :: i
    do i = 1, n
      if (k(i) == walls) k(i) = outlet*100 + fluid
      if (k(i) == 3) k(i) = inlet
    end do
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/short.f90" --device interp 2>/dev/null
# Fixed form needs no blanks between words.
cat > "$OUT/joined.f" <<TEXT
      SUBROUTINEONE(A,N)
      DOUBLEPRECISION A(N)
      DO10I=1,N
      IF(A(I).LT.0.D0)GOTO10
      A(I)=A(I)*2.D0+TWICE(1.)
10    CONTINUE
      CALLTHREE(A,N)
      END
      REALFUNCTIONTWICE(X)
      REALX
      TWICE=2*X
      END
      SUBROUTINETHREE(A,N)
      DOUBLEPRECISIONA(N)
      IF(N.GT.0)A(1)=3
      END
TEXT
lprun --verify-fortran "$OUT/joined.f" --device interp 2>/dev/null
