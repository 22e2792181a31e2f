lpopt no/such/file.lpir
