"""What pages look like from afar: how bright each field of a coarse grid is, compared with what was seen before.

Letters differ between machines and move no field by much; a part that is missing, empty or in another place does.
`UPDATE=1` writes what is seen now; look at the pages then.
"""

import base64
import json
import os

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "looks.json")
# Fields across and down, and how far one may be off, of 255, and all of them on average.
GRID = (24, 15)
MOST, ON_AVERAGE = 64, 8

BRIGHTNESS = """
(async () => {
  const picture = new Image();
  picture.src = "data:image/png;base64,%s";
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: %d, height: %d });
  const drawing = canvas.getContext("2d");
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
  return Array.from({ length: data.length / 4 }, (_, at) =>
    Math.round((data[4 * at] + data[4 * at + 1] + data[4 * at + 2]) / 3));
})()
"""


class Looks:
    """Pages as they were seen before, and as they are seen now."""

    def __init__(self):
        self.seen = {}
        self.known = {}
        if os.path.exists(FILE):
            with open(FILE, encoding="utf-8") as file:
                self.known = json.load(file)

    def see(self, browser, name, height):
        """The part of the page that is in the window: a fault where it looks otherwise than before."""
        clip = {"x": 0, "y": 0, "width": 1440, "height": height, "scale": 1}
        shot = browser.ask("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)["data"]
        assert base64.b64decode(shot).startswith(b"\x89PNG")
        # A report lets nothing be loaded, not even its own picture.
        browser.go("about:blank")
        fields = browser.run(BRIGHTNESS % (shot, *GRID))
        self.seen[name] = fields
        if os.environ.get("UPDATE"):
            return []
        known = self.known.get(name)
        if known is None:
            return ["nothing is known of how it looks"]
        off = [abs(own - other) for own, other in zip(fields, known)]
        if max(off) <= MOST and sum(off) / len(off) <= ON_AVERAGE:
            return []
        at = off.index(max(off))
        return [f"it looks otherwise: field {at % GRID[0]}, {at // GRID[0]} is off by {max(off)}, all by "
                f"{sum(off) / len(off):.1f} on average"]

    def keep(self):
        """Writes what was seen, where that is asked for."""
        if not os.environ.get("UPDATE"):
            return
        with open(FILE, "w", encoding="utf-8") as file:
            rows = [f" {json.dumps(name)}: {json.dumps(fields)}" for name, fields in sorted(self.seen.items())]
            file.write("{\n" + ",\n".join(rows) + "\n}\n")
