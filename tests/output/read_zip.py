"""read_zip.py FILE -- name and text of every member, checksums checked"""

import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    for name in archive.namelist():
        print(name, archive.read(name).decode())
