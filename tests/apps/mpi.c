/* MPI for programs that run as one process: what Fortran calls of it. Messages have nobody to go to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t bytes_of(int type)
{
  return type == 8 ? 8 : 4;
}

static void nobody(char const *call)
{
  fprintf(stderr, "%s: there is one process\n", call);
  exit(1);
}

void mpi_init_(int *error) { *error = 0; }
void mpi_finalize_(int *error) { *error = 0; }
void mpi_barrier_(int *comm, int *error) { (void)comm, *error = 0; }
void mpi_comm_rank_(int *comm, int *rank, int *error) { (void)comm, *rank = 0, *error = 0; }
void mpi_comm_size_(int *comm, int *size, int *error) { (void)comm, *size = 1, *error = 0; }

void mpi_abort_(int *comm, int *code, int *error)
{
  (void)comm, (void)error;
  exit(*code != 0 ? *code : 1);
}

double mpi_wtime_(void)
{
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void mpi_reduce_(void *send, void *receive, int *count, int *type, int *op, int *root, int *comm, int *error)
{
  (void)op, (void)root, (void)comm;
  memcpy(receive, send, (size_t)*count * bytes_of(*type));
  *error = 0;
}

void mpi_allreduce_(void *send, void *receive, int *count, int *type, int *op, int *comm, int *error)
{
  (void)op, (void)comm;
  memcpy(receive, send, (size_t)*count * bytes_of(*type));
  *error = 0;
}

void mpi_allgather_(
    void *send, int *count, int *type, void *receive, int *received, int *as, int *comm, int *error)
{
  (void)received, (void)as, (void)comm;
  memcpy(receive, send, (size_t)*count * bytes_of(*type));
  *error = 0;
}

void mpi_bcast_(void *data, int *count, int *type, int *root, int *comm, int *error)
{
  (void)data, (void)count, (void)type, (void)root, (void)comm, *error = 0;
}

void mpi_dims_create_(int *nodes, int *count, int *dims, int *error)
{
  (void)nodes;
  for (int i = 0; i < *count; ++i)
    dims[i] = 1;
  *error = 0;
}

void mpi_cart_create_(
    int *comm, int *count, int *dims, int *periods, int *reorder, int *made, int *error)
{
  (void)count, (void)dims, (void)periods, (void)reorder;
  *made = *comm;
  *error = 0;
}

void mpi_cart_coords_(int *comm, int *rank, int *count, int *coords, int *error)
{
  (void)comm, (void)rank;
  for (int i = 0; i < *count; ++i)
    coords[i] = 0;
  *error = 0;
}

void mpi_cart_shift_(int *comm, int *axis, int *by, int *from, int *to, int *error)
{
  (void)comm, (void)axis, (void)by;
  *from = *to = -2;
  *error = 0;
}

void mpi_isend_(void) { nobody("mpi_isend"); }
void mpi_irecv_(void) { nobody("mpi_irecv"); }
void mpi_send_(void) { nobody("mpi_send"); }
void mpi_recv_(void) { nobody("mpi_recv"); }

void mpi_waitall_(int *count, int *requests, int *statuses, int *error)
{
  (void)count, (void)requests, (void)statuses, *error = 0;
}

void mpi_testall_(int *count, int *requests, int *flag, int *statuses, int *error)
{
  (void)count, (void)requests, (void)statuses, *flag = 1, *error = 0;
}
