"""read_lines.py FILE -- the lines of a CSV file as JSON objects, comment lines left out"""

import csv
import json
import sys

with open(sys.argv[1], newline="", encoding="utf-8") as file:
    print(json.dumps(list(csv.DictReader(line for line in file if not line.startswith("#")))))
