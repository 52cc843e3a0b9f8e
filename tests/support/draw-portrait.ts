import { crc32, deflateSync } from 'node:zlib';

/** Capital letters of 5 by 7 pixels: seven base-32 digits, one per row. */
const letters: Record<string, string> = {
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hhha444',
  Z: 'v1248gv',
};

const size = 96;
const dot = 7;
const glyph = { width: 5, height: 7 };

/** Red, green and blue, 0 to 255 each. */
type Colour = readonly [number, number, number];

/** A square PNG with one or two letters on a color; the same input always gives the same bytes. */
export function drawPortrait(initials: string, background: Colour): Buffer {
  const dots = Array.from({ length: size }, () => new Uint8Array(size));
  const width = (initials.length * (glyph.width + 1) - 1) * dot;
  const left = Math.floor((size - width) / 2);
  const top = Math.floor((size - glyph.height * dot) / 2);
  [...initials].forEach((letter, place) => {
    [...(letters[letter] ?? '')].forEach((digit, row) => {
      const bits = Number.parseInt(digit, 32);
      for (let column = 0; column < glyph.width; column += 1) {
        if ((bits >> (glyph.width - 1 - column)) % 2 === 0) continue;
        const x = left + (place * (glyph.width + 1) + column) * dot;
        for (let y = top + row * dot; y < top + (row + 1) * dot; y += 1) dots[y]?.fill(1, x, x + dot);
      }
    });
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // 8 bits per pixel, indexed colors.
  header.set([8, 3, 0, 0, 0], 8);
  const lines = Buffer.concat(dots.flatMap((line) => [Buffer.of(0), line]));
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.of(...background, 0xff, 0xff, 0xff)),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
