import { type Colour, indexedPng } from '../../server/demo/png.ts';

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

/** A square PNG with one or two letters on a color; the same input always gives the same bytes. */
export function drawPortrait(initials: string, background: Colour): Buffer {
  const dots = new Uint8Array(size * size);
  const width = (initials.length * (glyph.width + 1) - 1) * dot;
  const left = Math.floor((size - width) / 2);
  const top = Math.floor((size - glyph.height * dot) / 2);
  [...initials].forEach((letter, place) => {
    [...(letters[letter] ?? '')].forEach((digit, row) => {
      const bits = Number.parseInt(digit, 32);
      for (let column = 0; column < glyph.width; column += 1) {
        if ((bits >> (glyph.width - 1 - column)) % 2 === 0) continue;
        const x = left + (place * (glyph.width + 1) + column) * dot;
        for (let y = top + row * dot; y < top + (row + 1) * dot; y += 1) dots.fill(1, y * size + x, y * size + x + dot);
      }
    });
  });
  return indexedPng(size, [background, [0xff, 0xff, 0xff]], dots);
}
