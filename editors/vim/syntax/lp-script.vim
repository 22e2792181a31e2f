" Transform scripts are Python.
runtime! syntax/python.vim
