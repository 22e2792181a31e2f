lpopt bisect --help
lpopt reduce --help
