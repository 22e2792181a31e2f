! Intrinsic functions that are written in terms of others. A source that names one of them reads this file;
! each gives what gfortran gives, to the last bit, but for Bessel functions and `log_gamma`, whose last digits
! differ.
module intrinsic_functions
  implicit none
  interface popcnt
    module procedure popcnt_1, popcnt_2, popcnt_4, popcnt_8
  end interface
  interface poppar
    module procedure poppar_1, poppar_2, poppar_4, poppar_8
  end interface
  interface leadz
    module procedure leadz_1, leadz_2, leadz_4, leadz_8
  end interface
  interface trailz
    module procedure trailz_1, trailz_2, trailz_4, trailz_8
  end interface
  interface exponent
    module procedure exponent_4, exponent_8
  end interface
  interface fraction
    module procedure fraction_4, fraction_8
  end interface
  interface spacing
    module procedure spacing_4, spacing_8
  end interface
  interface rrspacing
    module procedure rrspacing_4, rrspacing_8
  end interface
  interface norm2
    module procedure norm2_4, norm2_8, norm2_of_rows_4, norm2_of_rows_8
  end interface
  interface findloc
    module procedure findloc_in_integers_4, findloc_in_integers_8, findloc_in_reals_4, findloc_in_reals_8
    module procedure findloc_in_logicals
  end interface
  interface scale
    module procedure scale_4, scale_8
  end interface
  interface set_exponent
    module procedure set_exponent_4, set_exponent_8
  end interface
  interface nearest
    module procedure nearest_4, nearest_8, nearest_4_by_8, nearest_8_by_4
  end interface
  interface ishftc
    module procedure ishftc_1, ishftc_2, ishftc_4, ishftc_8
  end interface
  interface merge_bits
    module procedure merge_bits_1, merge_bits_2, merge_bits_4, merge_bits_8
  end interface
  interface dshiftl
    module procedure dshiftl_1, dshiftl_2, dshiftl_4, dshiftl_8
  end interface
  interface dshiftr
    module procedure dshiftr_1, dshiftr_2, dshiftr_4, dshiftr_8
  end interface
  interface maskl
    module procedure maskl_4
  end interface
  interface maskr
    module procedure maskr_4
  end interface
  interface bge
    module procedure bge_1, bge_2, bge_4, bge_8
  end interface
  interface bgt
    module procedure bgt_1, bgt_2, bgt_4, bgt_8
  end interface
  interface ble
    module procedure ble_1, ble_2, ble_4, ble_8
  end interface
  interface blt
    module procedure blt_1, blt_2, blt_4, blt_8
  end interface
  interface bessel_j0
    module procedure bessel_j0_4, bessel_j0_8
  end interface
  interface bessel_j1
    module procedure bessel_j1_4, bessel_j1_8
  end interface
  interface bessel_jn
    module procedure bessel_jn_4, bessel_jn_8
  end interface
  interface bessel_y0
    module procedure bessel_y0_4, bessel_y0_8
  end interface
  interface bessel_y1
    module procedure bessel_y1_4, bessel_y1_8
  end interface
  interface bessel_yn
    module procedure bessel_yn_4, bessel_yn_8
  end interface
  interface log_gamma
    module procedure log_gamma_4, log_gamma_8
  end interface
  interface erfc_scaled
    module procedure erfc_scaled_4, erfc_scaled_8
  end interface
  interface mvbits
    module procedure mvbits_4, mvbits_8
  end interface
contains
  elemental integer function popcnt_1(i) result(count)
    integer(1), intent(in) :: i
    count = popcnt_4(iand(int(i, 4), 255))
  end function
  elemental integer function popcnt_2(i) result(count)
    integer(2), intent(in) :: i
    count = popcnt_4(iand(int(i, 4), 65535))
  end function
  elemental integer function poppar_1(i) result(parity)
    integer(1), intent(in) :: i
    parity = poppar_4(iand(int(i, 4), 255))
  end function
  elemental integer function poppar_2(i) result(parity)
    integer(2), intent(in) :: i
    parity = poppar_4(iand(int(i, 4), 65535))
  end function
  elemental integer function leadz_1(i) result(count)
    integer(1), intent(in) :: i
    count = leadz_4(iand(int(i, 4), 255)) - 24
  end function
  elemental integer function leadz_2(i) result(count)
    integer(2), intent(in) :: i
    count = leadz_4(iand(int(i, 4), 65535)) - 16
  end function
  elemental integer function trailz_1(i) result(count)
    integer(1), intent(in) :: i
    count = min(trailz_4(int(i, 4)), 8)
  end function
  elemental integer function trailz_2(i) result(count)
    integer(2), intent(in) :: i
    count = min(trailz_4(int(i, 4)), 16)
  end function
  elemental integer function popcnt_4(i) result(count)
    integer(4), intent(in) :: i
    integer(4) :: part
    part = iand(i, huge(i))
    part = iand(part, 1431655765) + iand(shiftr(part, 1), 1431655765)
    part = iand(part, 858993459) + iand(shiftr(part, 2), 858993459)
    part = iand(part, 252645135) + iand(shiftr(part, 4), 252645135)
    part = part + shiftr(part, 8)
    part = part + shiftr(part, 16)
    count = int(iand(part, 63_4) + shiftr(i, 31))
  end function
  elemental integer function popcnt_8(i) result(count)
    integer(8), intent(in) :: i
    integer(8) :: part
    part = iand(i, huge(i))
    part = iand(part, 6148914691236517205_8) + iand(shiftr(part, 1), 6148914691236517205_8)
    part = iand(part, 3689348814741910323_8) + iand(shiftr(part, 2), 3689348814741910323_8)
    part = iand(part, 1085102592571150095_8) + iand(shiftr(part, 4), 1085102592571150095_8)
    part = part + shiftr(part, 8)
    part = part + shiftr(part, 16)
    part = part + shiftr(part, 32)
    count = int(iand(part, 127_8) + shiftr(i, 63))
  end function
  elemental integer function poppar_4(i) result(parity)
    integer(4), intent(in) :: i
    integer(4) :: part
    part = i
    part = ieor(part, shiftr(part, 16))
    part = ieor(part, shiftr(part, 8))
    part = ieor(part, shiftr(part, 4))
    part = ieor(part, shiftr(part, 2))
    part = ieor(part, shiftr(part, 1))
    parity = int(iand(part, 1_4))
  end function
  elemental integer function poppar_8(i) result(parity)
    integer(8), intent(in) :: i
    integer(8) :: part
    part = i
    part = ieor(part, shiftr(part, 32))
    part = ieor(part, shiftr(part, 16))
    part = ieor(part, shiftr(part, 8))
    part = ieor(part, shiftr(part, 4))
    part = ieor(part, shiftr(part, 2))
    part = ieor(part, shiftr(part, 1))
    parity = int(iand(part, 1_8))
  end function
  elemental integer function leadz_4(i) result(count)
    integer(4), intent(in) :: i
    integer(4) :: rest
    rest = i
    count = 0
    if (shiftr(rest, 16) == 0) then
      count = count + 16
      rest = shiftl(rest, 16)
    end if
    if (shiftr(rest, 24) == 0) then
      count = count + 8
      rest = shiftl(rest, 8)
    end if
    if (shiftr(rest, 28) == 0) then
      count = count + 4
      rest = shiftl(rest, 4)
    end if
    if (shiftr(rest, 30) == 0) then
      count = count + 2
      rest = shiftl(rest, 2)
    end if
    if (shiftr(rest, 31) == 0) then
      count = count + 1
      rest = shiftl(rest, 1)
    end if
    if (i == 0) count = 32
  end function
  elemental integer function leadz_8(i) result(count)
    integer(8), intent(in) :: i
    integer(8) :: rest
    rest = i
    count = 0
    if (shiftr(rest, 32) == 0) then
      count = count + 32
      rest = shiftl(rest, 32)
    end if
    if (shiftr(rest, 48) == 0) then
      count = count + 16
      rest = shiftl(rest, 16)
    end if
    if (shiftr(rest, 56) == 0) then
      count = count + 8
      rest = shiftl(rest, 8)
    end if
    if (shiftr(rest, 60) == 0) then
      count = count + 4
      rest = shiftl(rest, 4)
    end if
    if (shiftr(rest, 62) == 0) then
      count = count + 2
      rest = shiftl(rest, 2)
    end if
    if (shiftr(rest, 63) == 0) then
      count = count + 1
      rest = shiftl(rest, 1)
    end if
    if (i == 0) count = 64
  end function
  elemental integer function trailz_4(i) result(count)
    integer(4), intent(in) :: i
    integer(4) :: rest
    rest = i
    count = 0
    if (shiftl(rest, 16) == 0) then
      count = count + 16
      rest = shiftr(rest, 16)
    end if
    if (shiftl(rest, 24) == 0) then
      count = count + 8
      rest = shiftr(rest, 8)
    end if
    if (shiftl(rest, 28) == 0) then
      count = count + 4
      rest = shiftr(rest, 4)
    end if
    if (shiftl(rest, 30) == 0) then
      count = count + 2
      rest = shiftr(rest, 2)
    end if
    if (shiftl(rest, 31) == 0) then
      count = count + 1
      rest = shiftr(rest, 1)
    end if
    if (i == 0) count = 32
  end function
  elemental integer function trailz_8(i) result(count)
    integer(8), intent(in) :: i
    integer(8) :: rest
    rest = i
    count = 0
    if (shiftl(rest, 32) == 0) then
      count = count + 32
      rest = shiftr(rest, 32)
    end if
    if (shiftl(rest, 48) == 0) then
      count = count + 16
      rest = shiftr(rest, 16)
    end if
    if (shiftl(rest, 56) == 0) then
      count = count + 8
      rest = shiftr(rest, 8)
    end if
    if (shiftl(rest, 60) == 0) then
      count = count + 4
      rest = shiftr(rest, 4)
    end if
    if (shiftl(rest, 62) == 0) then
      count = count + 2
      rest = shiftr(rest, 2)
    end if
    if (shiftl(rest, 63) == 0) then
      count = count + 1
      rest = shiftr(rest, 1)
    end if
    if (i == 0) count = 64
  end function
  elemental integer function exponent_8(x) result(e)
    real(8), intent(in) :: x
    real(8) :: y
    y = abs(x)
    e = 1
    if (y >= 2d0**512) then
      y = y*2d0**(-512)
      e = e + 512
    end if
    if (y >= 2d0**256) then
      y = y*2d0**(-256)
      e = e + 256
    end if
    if (y >= 2d0**128) then
      y = y*2d0**(-128)
      e = e + 128
    end if
    if (y >= 2d0**64) then
      y = y*2d0**(-64)
      e = e + 64
    end if
    if (y >= 2d0**32) then
      y = y*2d0**(-32)
      e = e + 32
    end if
    if (y >= 2d0**16) then
      y = y*2d0**(-16)
      e = e + 16
    end if
    if (y >= 2d0**8) then
      y = y*2d0**(-8)
      e = e + 8
    end if
    if (y >= 2d0**4) then
      y = y*2d0**(-4)
      e = e + 4
    end if
    if (y >= 2d0**2) then
      y = y*2d0**(-2)
      e = e + 2
    end if
    if (y >= 2d0**1) then
      y = y*2d0**(-1)
      e = e + 1
    end if
    if (y < 2d0**(-1000)) then
      y = y*2d0**60
      e = e - 60
    end if
    if (y < 2d0**(-511)) then
      y = y*2d0**512
      e = e - 512
    end if
    if (y < 2d0**(-255)) then
      y = y*2d0**256
      e = e - 256
    end if
    if (y < 2d0**(-127)) then
      y = y*2d0**128
      e = e - 128
    end if
    if (y < 2d0**(-63)) then
      y = y*2d0**64
      e = e - 64
    end if
    if (y < 2d0**(-31)) then
      y = y*2d0**32
      e = e - 32
    end if
    if (y < 2d0**(-15)) then
      y = y*2d0**16
      e = e - 16
    end if
    if (y < 2d0**(-7)) then
      y = y*2d0**8
      e = e - 8
    end if
    if (y < 2d0**(-3)) then
      y = y*2d0**4
      e = e - 4
    end if
    if (y < 2d0**(-1)) then
      y = y*2d0**2
      e = e - 2
    end if
    if (y < 2d0**(0)) then
      y = y*2d0**1
      e = e - 1
    end if
    if (x == 0) e = 0
    if (.not. abs(x) <= huge(x)) e = huge(e)
  end function
  elemental integer function exponent_4(x) result(e)
    real(4), intent(in) :: x
    e = exponent_8(dble(x))
    if (.not. abs(x) <= huge(x)) e = huge(e)
  end function
  elemental real(8) function power_of_2(e) result(p)
    integer, intent(in) :: e
    integer :: half
    half = e/2
    p = 2d0**half*2d0**(e - half)
  end function
  elemental real(4) function fraction_4(x) result(f)
    real(4), intent(in) :: x
    f = real(fraction_8(dble(x)), 4)
  end function
  elemental real(4) function spacing_4(x) result(s)
    real(4), intent(in) :: x
    s = tiny(x)
    if (x /= 0) s = max(s, real(power_of_2(exponent_4(x) - 24), 4))
    if (.not. abs(x) <= huge(x)) s = x - x
  end function
  elemental real(4) function rrspacing_4(x) result(r)
    real(4), intent(in) :: x
    r = abs(fraction_4(x))*2._4**24
  end function
  elemental real(8) function fraction_8(x) result(f)
    real(8), intent(in) :: x
    integer :: e
    e = exponent_8(x)
    f = x*power_of_2(-(e/2))*power_of_2(-(e - e/2))
    if (.not. abs(x) <= huge(x)) f = x - x
  end function
  elemental real(8) function spacing_8(x) result(s)
    real(8), intent(in) :: x
    s = tiny(x)
    if (x /= 0) s = max(s, real(power_of_2(exponent_8(x) - 53), 8))
    if (.not. abs(x) <= huge(x)) s = x - x
  end function
  elemental real(8) function rrspacing_8(x) result(r)
    real(8), intent(in) :: x
    r = abs(fraction_8(x))*2._8**53
  end function
  real(4) function norm2_4(x) result(length)
    real(4), intent(in) :: x(:)
    real(4) :: scale, size_of_x
    integer :: i
    scale = 1
    length = 0
    do i = 1, size(x)
      size_of_x = abs(x(i))
      if (size_of_x > scale) then
        length = length*((scale/size_of_x)*(scale/size_of_x)) + 1
        scale = size_of_x
      else if (size_of_x /= 0) then
        length = length + (size_of_x/scale)*(size_of_x/scale)
      end if
    end do
    length = sqrt(length)*scale
  end function
  real(4) function norm2_of_rows_4(x) result(length)
    real(4), intent(in) :: x(:, :)
    real(4) :: scale, size_of_x
    integer :: i, j
    scale = 1
    length = 0
    do j = 1, size(x, 2)
      do i = 1, size(x, 1)
        size_of_x = abs(x(i, j))
        if (size_of_x > scale) then
          length = length*((scale/size_of_x)*(scale/size_of_x)) + 1
          scale = size_of_x
        else if (size_of_x /= 0) then
          length = length + (size_of_x/scale)*(size_of_x/scale)
        end if
      end do
    end do
    length = sqrt(length)*scale
  end function
  real(8) function norm2_8(x) result(length)
    real(8), intent(in) :: x(:)
    real(8) :: scale, size_of_x
    integer :: i
    scale = 1
    length = 0
    do i = 1, size(x)
      size_of_x = abs(x(i))
      if (size_of_x > scale) then
        length = length*((scale/size_of_x)*(scale/size_of_x)) + 1
        scale = size_of_x
      else if (size_of_x /= 0) then
        length = length + (size_of_x/scale)*(size_of_x/scale)
      end if
    end do
    length = sqrt(length)*scale
  end function
  real(8) function norm2_of_rows_8(x) result(length)
    real(8), intent(in) :: x(:, :)
    real(8) :: scale, size_of_x
    integer :: i, j
    scale = 1
    length = 0
    do j = 1, size(x, 2)
      do i = 1, size(x, 1)
        size_of_x = abs(x(i, j))
        if (size_of_x > scale) then
          length = length*((scale/size_of_x)*(scale/size_of_x)) + 1
          scale = size_of_x
        else if (size_of_x /= 0) then
          length = length + (size_of_x/scale)*(size_of_x/scale)
        end if
      end do
    end do
    length = sqrt(length)*scale
  end function
  integer function findloc_in_logicals(array, value, dim, mask, back) result(at)
    logical, intent(in) :: array(:), value
    integer, intent(in) :: dim
    logical, intent(in), optional :: mask(:), back
    integer :: i
    at = 0
    do i = 1, size(array)
      if (present(mask)) then
        if (.not. mask(i)) cycle
      end if
      if (array(i) .neqv. value) cycle
      if (at == 0) at = i
      if (present(back)) then
        if (back) at = i
      end if
    end do
  end function
  integer function findloc_in_integers_4(array, value, dim, mask, back) result(at)
    integer(4), intent(in) :: array(:), value
    integer, intent(in) :: dim
    logical, intent(in), optional :: mask(:), back
    integer :: i
    at = 0
    do i = 1, size(array)
      if (present(mask)) then
        if (.not. mask(i)) cycle
      end if
      if (array(i) /= value) cycle
      if (at == 0) at = i
      if (present(back)) then
        if (back) at = i
      end if
    end do
  end function
  integer function findloc_in_integers_8(array, value, dim, mask, back) result(at)
    integer(8), intent(in) :: array(:), value
    integer, intent(in) :: dim
    logical, intent(in), optional :: mask(:), back
    integer :: i
    at = 0
    do i = 1, size(array)
      if (present(mask)) then
        if (.not. mask(i)) cycle
      end if
      if (array(i) /= value) cycle
      if (at == 0) at = i
      if (present(back)) then
        if (back) at = i
      end if
    end do
  end function
  integer function findloc_in_reals_4(array, value, dim, mask, back) result(at)
    real(4), intent(in) :: array(:), value
    integer, intent(in) :: dim
    logical, intent(in), optional :: mask(:), back
    integer :: i
    at = 0
    do i = 1, size(array)
      if (present(mask)) then
        if (.not. mask(i)) cycle
      end if
      if (array(i) /= value) cycle
      if (at == 0) at = i
      if (present(back)) then
        if (back) at = i
      end if
    end do
  end function
  integer function findloc_in_reals_8(array, value, dim, mask, back) result(at)
    real(8), intent(in) :: array(:), value
    integer, intent(in) :: dim
    logical, intent(in), optional :: mask(:), back
    integer :: i
    at = 0
    do i = 1, size(array)
      if (present(mask)) then
        if (.not. mask(i)) cycle
      end if
      if (array(i) /= value) cycle
      if (at == 0) at = i
      if (present(back)) then
        if (back) at = i
      end if
    end do
  end function
  elemental real(4) function scale_4(x, i) result(y)
    real(4), intent(in) :: x
    integer(4), intent(in) :: i
    y = real(real(x, 8)*2d0**max(-400, min(400, i)), 4)
  end function
  ! In steps that round at most once.
  elemental real(8) function scale_8(x, i) result(y)
    real(8), intent(in) :: x
    integer(4), intent(in) :: i
    integer(4) :: rest, step
    y = x
    rest = max(-3000, min(3000, i))
    step = max(-969, min(1023, rest))
    y = y*2d0**step
    rest = rest - step
    step = max(-969, min(1023, rest))
    y = y*2d0**step
    rest = rest - step
    y = y*2d0**max(-1022, min(1023, rest))
  end function
  elemental real(4) function set_exponent_4(x, i) result(y)
    real(4), intent(in) :: x
    integer(4), intent(in) :: i
    y = scale(fraction(x), i)
  end function
  elemental real(4) function nearest_4(x, s) result(y)
    real(4), intent(in) :: x, s
    real(4) :: step
    if (x == 0) then
      step = tiny(x)*epsilon(x)
    else
      step = max(scale(1.0_4, exponent(x) - digits(x)), tiny(x)*epsilon(x))
      if (fraction(abs(x)) == 0.5 .and. (x > 0 .neqv. s > 0) .and. abs(x) > tiny(x)) step = step/2
    end if
    y = x + sign(step, s)
    if (abs(x) > huge(x)) then
      y = x
      if (x > 0 .neqv. s > 0) y = sign(huge(x), x)
    end if
  end function
  elemental real(8) function set_exponent_8(x, i) result(y)
    real(8), intent(in) :: x
    integer(4), intent(in) :: i
    y = scale(fraction(x), i)
  end function
  elemental real(8) function nearest_8(x, s) result(y)
    real(8), intent(in) :: x, s
    real(8) :: step
    if (x == 0) then
      step = tiny(x)*epsilon(x)
    else
      step = max(scale(1.0_8, exponent(x) - digits(x)), tiny(x)*epsilon(x))
      if (fraction(abs(x)) == 0.5 .and. (x > 0 .neqv. s > 0) .and. abs(x) > tiny(x)) step = step/2
    end if
    y = x + sign(step, s)
    if (abs(x) > huge(x)) then
      y = x
      if (x > 0 .neqv. s > 0) y = sign(huge(x), x)
    end if
  end function
  elemental real(4) function nearest_4_by_8(x, s) result(y)
    real(4), intent(in) :: x
    real(8), intent(in) :: s
    y = nearest_4(x, real(sign(1.0_8, s), 4))
  end function
  elemental real(8) function nearest_8_by_4(x, s) result(y)
    real(8), intent(in) :: x
    real(4), intent(in) :: s
    y = nearest_8(x, real(sign(1.0, s), 8))
  end function
  elemental integer(1) function ishftc_1(i, shift, size) result(j)
    integer(1), intent(in) :: i
    integer(4), intent(in) :: shift
    integer(4), intent(in), optional :: size
    integer(1) :: mask, low
    integer(4) :: bits, left
    bits = 8
    if (present(size)) bits = size
    mask = not(0_1)
    if (bits < 8) mask = not(shiftl(mask, bits))
    low = iand(i, mask)
    left = modulo(shift, bits)
    j = low
    if (left > 0) j = ior(iand(shiftl(low, left), mask), shiftr(low, bits - left))
    j = ior(iand(i, not(mask)), j)
  end function
  elemental integer(2) function ishftc_2(i, shift, size) result(j)
    integer(2), intent(in) :: i
    integer(4), intent(in) :: shift
    integer(4), intent(in), optional :: size
    integer(2) :: mask, low
    integer(4) :: bits, left
    bits = 16
    if (present(size)) bits = size
    mask = not(0_2)
    if (bits < 16) mask = not(shiftl(mask, bits))
    low = iand(i, mask)
    left = modulo(shift, bits)
    j = low
    if (left > 0) j = ior(iand(shiftl(low, left), mask), shiftr(low, bits - left))
    j = ior(iand(i, not(mask)), j)
  end function
  elemental integer(4) function ishftc_4(i, shift, size) result(j)
    integer(4), intent(in) :: i
    integer(4), intent(in) :: shift
    integer(4), intent(in), optional :: size
    integer(4) :: mask, low
    integer(4) :: bits, left
    bits = 32
    if (present(size)) bits = size
    mask = not(0_4)
    if (bits < 32) mask = not(shiftl(mask, bits))
    low = iand(i, mask)
    left = modulo(shift, bits)
    j = low
    if (left > 0) j = ior(iand(shiftl(low, left), mask), shiftr(low, bits - left))
    j = ior(iand(i, not(mask)), j)
  end function
  elemental integer(1) function merge_bits_1(i, j, mask) result(r)
    integer(1), intent(in) :: i, j, mask
    r = ior(iand(i, mask), iand(j, not(mask)))
  end function
  elemental integer(2) function merge_bits_2(i, j, mask) result(r)
    integer(2), intent(in) :: i, j, mask
    r = ior(iand(i, mask), iand(j, not(mask)))
  end function
  elemental integer(4) function merge_bits_4(i, j, mask) result(r)
    integer(4), intent(in) :: i, j, mask
    r = ior(iand(i, mask), iand(j, not(mask)))
  end function
  elemental integer(1) function dshiftl_1(i, j, shift) result(r)
    integer(1), intent(in) :: i, j
    integer(4), intent(in) :: shift
    r = i
    if (shift > 0) r = ior(ishft(i, shift), ishft(j, shift - 8))
  end function
  elemental integer(2) function dshiftl_2(i, j, shift) result(r)
    integer(2), intent(in) :: i, j
    integer(4), intent(in) :: shift
    r = i
    if (shift > 0) r = ior(ishft(i, shift), ishft(j, shift - 16))
  end function
  elemental integer(4) function dshiftl_4(i, j, shift) result(r)
    integer(4), intent(in) :: i, j
    integer(4), intent(in) :: shift
    r = i
    if (shift > 0) r = ior(ishft(i, shift), ishft(j, shift - 32))
  end function
  elemental integer(1) function dshiftr_1(i, j, shift) result(r)
    integer(1), intent(in) :: i, j
    integer(4), intent(in) :: shift
    r = j
    if (shift > 0) r = ior(ishft(j, -shift), ishft(i, 8 - shift))
  end function
  elemental integer(2) function dshiftr_2(i, j, shift) result(r)
    integer(2), intent(in) :: i, j
    integer(4), intent(in) :: shift
    r = j
    if (shift > 0) r = ior(ishft(j, -shift), ishft(i, 16 - shift))
  end function
  elemental integer(4) function dshiftr_4(i, j, shift) result(r)
    integer(4), intent(in) :: i, j
    integer(4), intent(in) :: shift
    r = j
    if (shift > 0) r = ior(ishft(j, -shift), ishft(i, 32 - shift))
  end function
  elemental integer(8) function ishftc_8(i, shift, size) result(j)
    integer(8), intent(in) :: i
    integer(4), intent(in) :: shift
    integer(4), intent(in), optional :: size
    integer(8) :: mask, low
    integer(4) :: bits, left
    bits = 64
    if (present(size)) bits = size
    mask = not(0_8)
    if (bits < 64) mask = not(shiftl(mask, bits))
    low = iand(i, mask)
    left = modulo(shift, bits)
    j = low
    if (left > 0) j = ior(iand(shiftl(low, left), mask), shiftr(low, bits - left))
    j = ior(iand(i, not(mask)), j)
  end function
  elemental integer(8) function merge_bits_8(i, j, mask) result(r)
    integer(8), intent(in) :: i, j, mask
    r = ior(iand(i, mask), iand(j, not(mask)))
  end function
  elemental integer(8) function dshiftl_8(i, j, shift) result(r)
    integer(8), intent(in) :: i, j
    integer(4), intent(in) :: shift
    r = i
    if (shift > 0) r = ior(ishft(i, shift), ishft(j, shift - 64))
  end function
  elemental integer(8) function dshiftr_8(i, j, shift) result(r)
    integer(8), intent(in) :: i, j
    integer(4), intent(in) :: shift
    r = j
    if (shift > 0) r = ior(ishft(j, -shift), ishft(i, 64 - shift))
  end function
  elemental integer function maskl_4(i) result(mask)
    integer, intent(in) :: i
    mask = 0
    if (i > 0) mask = shiftl(not(0), bit_size(i) - i)
  end function
  elemental integer function maskr_4(i) result(mask)
    integer, intent(in) :: i
    mask = 0
    if (i > 0) mask = shiftr(not(0), bit_size(i) - i)
  end function
  elemental logical function bge_1(i, j) result(r)
    integer(1), intent(in) :: i, j
    r = ieor(i, not(huge(i))) >= ieor(j, not(huge(j)))
  end function
  elemental logical function bge_2(i, j) result(r)
    integer(2), intent(in) :: i, j
    r = ieor(i, not(huge(i))) >= ieor(j, not(huge(j)))
  end function
  elemental logical function bge_4(i, j) result(r)
    integer(4), intent(in) :: i, j
    r = ieor(i, not(huge(i))) >= ieor(j, not(huge(j)))
  end function
  elemental logical function bge_8(i, j) result(r)
    integer(8), intent(in) :: i, j
    r = ieor(i, not(huge(i))) >= ieor(j, not(huge(j)))
  end function
  elemental logical function bgt_1(i, j) result(r)
    integer(1), intent(in) :: i, j
    r = ieor(i, not(huge(i))) > ieor(j, not(huge(j)))
  end function
  elemental logical function bgt_2(i, j) result(r)
    integer(2), intent(in) :: i, j
    r = ieor(i, not(huge(i))) > ieor(j, not(huge(j)))
  end function
  elemental logical function bgt_4(i, j) result(r)
    integer(4), intent(in) :: i, j
    r = ieor(i, not(huge(i))) > ieor(j, not(huge(j)))
  end function
  elemental logical function bgt_8(i, j) result(r)
    integer(8), intent(in) :: i, j
    r = ieor(i, not(huge(i))) > ieor(j, not(huge(j)))
  end function
  elemental logical function ble_1(i, j) result(r)
    integer(1), intent(in) :: i, j
    r = ieor(i, not(huge(i))) <= ieor(j, not(huge(j)))
  end function
  elemental logical function ble_2(i, j) result(r)
    integer(2), intent(in) :: i, j
    r = ieor(i, not(huge(i))) <= ieor(j, not(huge(j)))
  end function
  elemental logical function ble_4(i, j) result(r)
    integer(4), intent(in) :: i, j
    r = ieor(i, not(huge(i))) <= ieor(j, not(huge(j)))
  end function
  elemental logical function ble_8(i, j) result(r)
    integer(8), intent(in) :: i, j
    r = ieor(i, not(huge(i))) <= ieor(j, not(huge(j)))
  end function
  elemental logical function blt_1(i, j) result(r)
    integer(1), intent(in) :: i, j
    r = ieor(i, not(huge(i))) < ieor(j, not(huge(j)))
  end function
  elemental logical function blt_2(i, j) result(r)
    integer(2), intent(in) :: i, j
    r = ieor(i, not(huge(i))) < ieor(j, not(huge(j)))
  end function
  elemental logical function blt_4(i, j) result(r)
    integer(4), intent(in) :: i, j
    r = ieor(i, not(huge(i))) < ieor(j, not(huge(j)))
  end function
  elemental logical function blt_8(i, j) result(r)
    integer(8), intent(in) :: i, j
    r = ieor(i, not(huge(i))) < ieor(j, not(huge(j)))
  end function
  ! Bessel functions: near zero by Miller's recurrence from above, far from it by Hankel's asymptotic series.
  elemental real(8) function bessel_jn_8(n, x) result(j)
    integer, intent(in) :: n
    real(8), intent(in) :: x
    real(8) :: size, first(2)
    integer :: order
    order = abs(n)
    size = abs(x)
    if (size < 25 .or. size < order) then
      call bessel_near(order, size, j, first)
    else
      call bessel_far(size, .false., first)
      call bessel_upward(order, size, first, j)
    end if
    if (mod(order, 2) == 1 .and. (sign(1d0, x) < 0 .neqv. n < 0)) j = -j
  end function
  elemental real(8) function bessel_yn_8(n, x) result(y)
    integer, intent(in) :: n
    real(8), intent(in) :: x
    real(8) :: j, first(2)
    integer :: order
    order = abs(n)
    if (x < 25) then
      call bessel_near(0, x, j, first)
    else
      call bessel_far(x, .true., first)
    end if
    call bessel_upward(order, x, first, y)
    if (mod(order, 2) == 1 .and. n < 0) y = -y
  end function
  pure subroutine bessel_upward(n, x, first, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x, first(2)
    real(8), intent(out) :: z
    real(8) :: before, next
    integer :: k
    before = first(1)
    z = first(1)
    if (n > 0) z = first(2)
    do k = 1, n - 1
      next = 2*k/x*z - before
      if (z < -huge(z)) next = z
      before = z
      z = next
    end do
  end subroutine
  ! The function of the first kind, and those of order 0 and 1 of the second, by sums over those of the first.
  pure subroutine bessel_near(n, x, j, second)
    integer, intent(in) :: n
    real(8), intent(in) :: x
    real(8), intent(out) :: j, second(2)
    real(8) :: up, at, down, total, even, odd, sign
    integer :: k, top
    if (x < 1d-8) then
      ! The first term of each series.
      j = 1
      do k = 1, n
        j = j*(x/2)/k
      end do
      second(1) = 0.6366197723675814d0*(log(x) - 0.11593151565841242d0)
      second(2) = -0.6366197723675814d0/x
      return
    end if
    up = 0
    at = tiny(x)*1d8
    total = 0
    even = 0
    odd = 0
    j = 0
    sign = 1
    top = max(n, int(max(min(x, 25d0), 0d0)))
    top = 2*((top + 30 + int(sqrt(50d0*top)))/2)
    do k = top, 1, -1
      if (k == n) j = at
      if (mod(k, 2) == 0) then
        sign = 1
        if (mod(k, 4) == 2) sign = -1
        total = total + 2*at
        even = even + sign*at/(k/2)
        odd = odd - sign*up/(k/2)
      else
        sign = -1
        if (mod(k, 4) == 3) sign = 1
        odd = odd + sign*at/((k + 1)/2)
      end if
      down = 2*k/x*at - up
      up = at
      at = down
      if (abs(at) > 1d200) then
        at = at*1d-200
        up = up*1d-200
        total = total*1d-200
        even = even*1d-200
        odd = odd*1d-200
        j = j*1d-200
      end if
    end do
    total = total + at
    if (n == 0) j = at
    j = j/total
    second(1) = ((log(x/2) + 0.5772156649015329d0)*at - 2*even)/total
    second(2) = ((log(x/2) + 0.5772156649015329d0)*up - at/x + odd)/total
    second = second*0.6366197723675814d0
  end subroutine
  ! Both of order 0 and 1, of the first kind or the second.
  pure subroutine bessel_far(x, is_second, z)
    real(8), intent(in) :: x
    logical, intent(in) :: is_second
    real(8), intent(out) :: z(2)
    real(8) :: term, p, q, plus, minus
    integer :: k, n
    plus = sin(x) + cos(x)
    minus = sin(x) - cos(x)
    if (x < 1d300) then
      if (abs(plus) < abs(minus)) then
        plus = -cos(2*x)/minus
      else
        minus = -cos(2*x)/plus
      end if
    end if
    do n = 0, 1
      term = 1
      p = 1
      q = 0
      do k = 1, 30
        term = term*(4*n - (2*k - 1)**2)/(8*k*x)
        if (mod(k, 2) == 0) term = -term
        if (mod(k, 2) == 0) then
          p = p + term
        else
          q = q + term
        end if
      end do
      if (n == 0 .neqv. is_second) then
        z(n + 1) = p*plus - q*minus
        if (n == 1) z(2) = -z(2)
      else
        z(n + 1) = p*minus + q*plus
      end if
    end do
    z = z/sqrt(3.141592653589793d0)/sqrt(x)
    if (x > huge(x)) z = 0
  end subroutine
  elemental real(8) function bessel_j0_8(x) result(j)
    real(8), intent(in) :: x
    j = bessel_jn_8(0, x)
  end function
  elemental real(8) function bessel_j1_8(x) result(j)
    real(8), intent(in) :: x
    j = bessel_jn_8(1, x)
  end function
  elemental real(8) function bessel_y0_8(x) result(y)
    real(8), intent(in) :: x
    y = bessel_yn_8(0, x)
  end function
  elemental real(8) function bessel_y1_8(x) result(y)
    real(8), intent(in) :: x
    y = bessel_yn_8(1, x)
  end function
  elemental real(4) function bessel_jn_4(n, x) result(j)
    integer, intent(in) :: n
    real(4), intent(in) :: x
    j = real(bessel_jn_8(n, real(x, 8)), 4)
  end function
  elemental real(4) function bessel_yn_4(n, x) result(y)
    integer, intent(in) :: n
    real(4), intent(in) :: x
    y = real(bessel_yn_8(n, real(x, 8)), 4)
  end function
  elemental real(4) function bessel_j0_4(x) result(j)
    real(4), intent(in) :: x
    j = real(bessel_jn_8(0, real(x, 8)), 4)
  end function
  elemental real(4) function bessel_j1_4(x) result(j)
    real(4), intent(in) :: x
    j = real(bessel_jn_8(1, real(x, 8)), 4)
  end function
  elemental real(4) function bessel_y0_4(x) result(y)
    real(4), intent(in) :: x
    y = real(bessel_yn_8(0, real(x, 8)), 4)
  end function
  elemental real(4) function bessel_y1_4(x) result(y)
    real(4), intent(in) :: x
    y = real(bessel_yn_8(1, real(x, 8)), 4)
  end function
  ! Near its zeros 1 and 2 by the series of its distance from the latter (Abramowitz and Stegun, 6.1.33).
  elemental real(8) function log_gamma_8(x) result(g)
    real(8), intent(in) :: x
    real(8) :: size
    size = x
    if (x <= 0) size = 1 - x
    if (abs(x) < 1d-300) then
      g = -log(abs(x))
      return
    end if
    if (abs(size - 2) < 0.3d0) then
      g = log_gamma_near_2(size - 2)
    else if (abs(size - 1) < 0.3d0) then
      g = log_gamma_near_2(size - 1) - log_near_1(size - 1)
    else if (size < 30) then
      g = log(gamma(size))
    else if (size > huge(x)) then
      g = size
    else
      g = (size - 0.5d0)*log(size) - size + 0.9189385332046728d0 &
        + 1/(12*size) - 1/(360*size**3) + 1/(1260*size**5) - 1/(1680*size**7)
    end if
    if (x <= 0) g = log(3.141592653589793d0/abs(sin(3.141592653589793d0*(x - anint(x))))) - g
  end function
  pure real(8) function log_gamma_near_2(z) result(g)
    real(8), intent(in) :: z
    real(8), parameter :: terms(2:19) = [ &
      3.2246703342411320d-01, 6.7352301053198102d-02, 2.0580808427784546d-02, 7.3855510286739857d-03, &
      2.8905103307415234d-03, 1.1927539117032610d-03, 5.0966952474304245d-04, 2.2315475845357939d-04, &
      9.9457512781808531d-05, 4.4926236738133142d-05, 2.0507212775670691d-05, 9.4394882752683967d-06, &
      4.3748667899074882d-06, 2.0392157538013662d-06, 9.5514121304074194d-07, 4.4924691987645662d-07, &
      2.1207184805554665d-07, 1.0043224823968099d-07]
    integer :: k
    g = 0
    do k = 19, 2, -1
      g = terms(k) - z*g
    end do
    g = z*(0.42278433509846714d0 + z*g)
  end function
  ! log(1 + z) with all digits of z: what the sum loses, the quotient has too.
  pure real(8) function log_near_1(z) result(l)
    real(8), intent(in) :: z
    real(8) :: sum
    sum = 1 + z
    l = z
    if (sum /= 1) l = log(sum)*(z/(sum - 1))
  end function
  elemental real(4) function log_gamma_4(x) result(g)
    real(4), intent(in) :: x
    g = real(log_gamma_8(real(x, 8)), 4)
  end function
  ! exp(x**2)*erfc(x) by quotients of polynomials (W. J. Cody, Mathematics of Computation 23, 1969).
  elemental real(8) function erfc_scaled_8(x) result(e)
    real(8), intent(in) :: x
    real(8) :: size, square, coarse
    size = abs(x)
    if (.not. size > 0.46875d0) then
      square = 0
      if (size > 1.11d-16) square = x*x
      e = exp(square)*(1 - erfc_quotient_8(x, square, &
        [3.16112374387056560d0, 1.13864154151050156d2, 3.77485237685302021d2, 3.20937758913846947d3, &
        1.85777706184603153d-1], &
        [2.36012909523441209d1, 2.44024637934444173d2, 1.28261652607737228d3, 2.84423683343917062d3]))
      return
    else if (size <= 4) then
      e = erfc_quotient_8(1d0, size, &
        [5.64188496988670089d-1, 8.88314979438837594d0, 6.61191906371416295d1, 2.98635138197400131d2, &
        8.81952221241769090d2, 1.71204761263407058d3, 2.05107837782607147d3, 1.23033935479799725d3, &
        2.15311535474403846d-8], &
        [1.57449261107098347d1, 1.17693950891312499d2, 5.37181101862009858d2, 1.62138957456669019d3, &
        3.29079923573345963d3, 4.36261909014324716d3, 3.43936767414372164d3, 1.23033935480374942d3])
    else if (size < 6.71d7) then
      square = 1/(size*size)
      e = (0.56418958354775628695d0 - erfc_quotient_8(square, square, &
        [3.05326634961232344d-1, 3.60344899949804439d-1, 1.25781726111229246d-1, 1.60837851487422766d-2, &
        6.58749161529837803d-4, 1.63153871373020978d-2], &
        [2.56852019228982242d0, 1.87295284992346047d0, 5.27905102951428412d-1, 6.05183413124413191d-2, &
        2.33520497626869185d-3]))/size
    else
      e = 0
      if (size < 2.53d307) e = 0.56418958354775628695d0/size
    end if
    if (x < -26.628d0) then
      e = -x*huge(x)
    else if (x < 0) then
      coarse = aint(x*16)/16
      e = 2*(exp(coarse*coarse)*exp((x - coarse)*(x + coarse))) - e
    end if
  end function
  pure real(8) function erfc_quotient_8(factor, x, over, under) result(q)
    real(8), intent(in) :: factor, x, over(:), under(:)
    real(8) :: below
    integer :: i, last
    last = size(under)
    q = over(last + 1)*x
    below = x
    do i = 1, last - 1
      q = (q + over(i))*x
      below = (below + under(i))*x
    end do
    q = factor*(q + over(last))/(below + under(last))
  end function
  elemental real(4) function erfc_scaled_4(x) result(e)
    real(4), intent(in) :: x
    real(4) :: size, square, coarse
    size = abs(x)
    if (.not. size > 0.46875_4) then
      square = 0
      if (size > 5.96e-8_4) square = x*x
      e = exp(square)*(1 - erfc_quotient_4(x, square, &
        [3.16112374387056560_4, 1.13864154151050156e2_4, 3.77485237685302021e2_4, 3.20937758913846947e3_4, &
        1.85777706184603153e-1_4], &
        [2.36012909523441209e1_4, 2.44024637934444173e2_4, 1.28261652607737228e3_4, 2.84423683343917062e3_4]))
      return
    else if (size <= 4) then
      e = erfc_quotient_4(1.0_4, size, &
        [5.64188496988670089e-1_4, 8.88314979438837594_4, 6.61191906371416295e1_4, 2.98635138197400131e2_4, &
        8.81952221241769090e2_4, 1.71204761263407058e3_4, 2.05107837782607147e3_4, 1.23033935479799725e3_4, &
        2.15311535474403846e-8_4], &
        [1.57449261107098347e1_4, 1.17693950891312499e2_4, 5.37181101862009858e2_4, 1.62138957456669019e3_4, &
        3.29079923573345963e3_4, 4.36261909014324716e3_4, 3.43936767414372164e3_4, 1.23033935480374942e3_4])
    else if (size < 2.9e3_4) then
      square = 1/(size*size)
      e = (0.56418958354775628695_4 - erfc_quotient_4(square, square, &
        [3.05326634961232344e-1_4, 3.60344899949804439e-1_4, 1.25781726111229246e-1_4, &
        1.60837851487422766e-2_4, 6.58749161529837803e-4_4, 1.63153871373020978e-2_4], &
        [2.56852019228982242_4, 1.87295284992346047_4, 5.27905102951428412e-1_4, 6.05183413124413191e-2_4, &
        2.33520497626869185e-3_4]))/size
    else
      e = 0
      if (size < 4.79e37_4) e = 0.56418958354775628695_4/size
    end if
    if (x < -9.382_4) then
      e = -x*huge(x)
    else if (x < 0) then
      coarse = aint(x*16)/16
      e = 2*(exp(coarse*coarse)*exp((x - coarse)*(x + coarse))) - e
    end if
  end function
  pure real(4) function erfc_quotient_4(factor, x, over, under) result(q)
    real(4), intent(in) :: factor, x, over(:), under(:)
    real(4) :: below
    integer :: i, last
    last = size(under)
    q = over(last + 1)*x
    below = x
    do i = 1, last - 1
      q = (q + over(i))*x
      below = (below + under(i))*x
    end do
    q = factor*(q + over(last))/(below + under(last))
  end function
  elemental subroutine mvbits_4(from, frompos, len, to, topos)
    integer(4), intent(in) :: from, frompos, len, topos
    integer(4), intent(inout) :: to
    integer(4) :: mask
    mask = not(0)
    if (len < bit_size(from)) mask = not(ishft(mask, len))
    to = ior(iand(to, not(ishft(mask, topos))), ishft(iand(ishft(from, -frompos), mask), topos))
  end subroutine
  elemental subroutine mvbits_8(from, frompos, len, to, topos)
    integer(8), intent(in) :: from
    integer(4), intent(in) :: frompos, len, topos
    integer(8), intent(inout) :: to
    integer(8) :: mask
    mask = not(0_8)
    if (len < bit_size(from)) mask = not(ishft(mask, len))
    to = ior(iand(to, not(ishft(mask, topos))), ishft(iand(ishft(from, -frompos), mask), topos))
  end subroutine
end module
