! MPI for programs that run as one process: what their sources name.
      integer, parameter :: mpi_comm_world = 0, mpi_comm_null = -1, mpi_proc_null = -2
      integer, parameter :: mpi_success = 0, mpi_status_size = 6, mpi_request_null = -3
      integer, parameter :: mpi_integer = 4, mpi_real = 5, mpi_double_precision = 8, mpi_logical = 3
      integer, parameter :: mpi_sum = 1, mpi_min = 2, mpi_max = 3
