subroutine s(x); real x; x = x + 1; if (x > 2) x = 3; end subroutine
