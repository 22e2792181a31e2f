module mpi
  implicit none
  include 'mpif.h'
end module
