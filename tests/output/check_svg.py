"""check_svg.py FILE ... -- each FILE is XML, has a viewBox and a white background, and draws something; prints its texts"""

import json
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
for path in sys.argv[1:]:
    root = ElementTree.parse(path).getroot()
    assert root.tag == SVG + "svg", root.tag
    assert len(root.attrib["viewBox"].split()) == 4
    background = root.find(f".//{SVG}rect")
    assert background.attrib["fill"] == "#ffffff", background.attrib
    assert root.findall(f".//{SVG}path"), "nothing is drawn"
    assert not root.findall(f".//{SVG}script"), "a script"
    print(json.dumps(["".join(text.itertext()).strip() for text in root.iter(SVG + "text")], ensure_ascii=False))
