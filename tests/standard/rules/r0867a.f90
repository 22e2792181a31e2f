module m
  integer, parameter :: wp = 8
contains
  subroutine s(x)
    interface
      subroutine t(y)
        import :: wp
        real(wp) y
      end subroutine
    end interface
    real(wp) x
    call t(x)
  end subroutine
end module
subroutine t(y)
  real(8) y
  y = y + 1
end subroutine
