"""Prints what openpyxl and python-docx read in the files of a folder, as JSON."""
import json
import re
import sys
from pathlib import Path

import docx
import openpyxl

folder = Path(sys.argv[1])
sheet = openpyxl.load_workbook(folder / "publications.xlsx", read_only=True).worksheets[0]
rows = [["" if cell is None else cell for cell in row] for row in sheet.iter_rows(values_only=True)]
document = docx.Document(str(folder / "publications.docx"))
code = re.compile("_x([0-9a-fA-F]{4})_")
json.dump(
    {
        # It leaves the codes of characters as they are, which other readers decode (ECMA-376, part 1, 22.9.2.19).
        "cells": [[code.sub(lambda found: chr(int(found[1], 16)), cell) for cell in row] for row in rows],
        "formulas": sum(cell.data_type == "f" for row in sheet.iter_rows() for cell in row),
        "paragraphs": [[each.style.name, each.text] for each in document.paragraphs],
    },
    sys.stdout,
)
