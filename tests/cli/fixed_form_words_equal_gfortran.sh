# In fixed form blanks mean nothing, but in texts: words may lack them and have them inside. Two quotes in a text are one.
cat > "$OUT/fixed.f" <<TEXT
      subroutine loops(n, x)
      integer n, x(n), c o u n t
      c o u n t=0
      d o 10 i = 1, n
      x(i)=x(i)+i
      co unt = coun t + 1
   10 continue
      doj=1,n
      x(j)=x(j)*2
      enddo
      dowhile(n.gt.100)
      x(1)=0
      enddo
      if(n.gt.0)x(1)=x(1)+c ount
      e n d
      subroutine texts(n, x)
      integer n, x(n)
      if (n .gt. 3) then
      x(1) = len('don''t') + len("a""b'c")
      x(2) = len('a''
     &b')
      x(3) = ichar('''')
      x(4) = len('it''s') + len('''''')
      end if
      end
      integerfunctiontwice(k)
      twice=k*2
      end
      subroutine callit(n, x)
      integer n, x(n), twice
      callin ner(n, x)
      if(n.gt.1)x(2)=twi ce(x(2))
      end
      subroutineinner(n, x)
      integer n, x(n)
      do20i=1,n
20    x(i)=-x(i)
      end
TEXT
lptranslate --check "$OUT/fixed.f"
lprun --verify-fortran "$OUT/fixed.f" --cases 12
cat > "$OUT/lines.F90" <<TEXT
subroutine lines(o)
  integer, intent(out) :: o(4)
  o(1) = __LINE__
  o(2) = __LINE__ + &
         __LINE__
  o(3) = len('__LINE__')
#if __LINE__ > 3
  o(4) = __LINE__*2
#endif
end subroutine
TEXT
lprun --verify-fortran "$OUT/lines.F90" --cases 3
