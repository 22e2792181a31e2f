# What becomes of a program for each rule of Fortran 2018 is what the table of the manual says.
python3 tests/rules.py
