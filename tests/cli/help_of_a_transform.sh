lpopt help prioritize_loops
lpopt help split
