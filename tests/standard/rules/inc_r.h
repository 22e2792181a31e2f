  real, parameter :: included = 2.5
