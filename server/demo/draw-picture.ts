import { type Glyph, glyphs } from './glyphs.ts';
import { type Colour, indexedPng } from './png.ts';

/** What stands behind a glyph. */
export type Ground = 'facets' | 'rays' | 'rings';

/** A picture of the demo: a bright glyph on a ground of one colour. */
export interface Picture {
  glyph: Glyph;
  colour: Colour;
  ground: Ground;
}

const size = 128;
const shades = 256;
/** Glyphs are whole where a wide card cuts the picture at its top and bottom. */
const scale = 1.04;
/** In pixels, but for the strength. */
const shadow = { x: 4, y: 6, softness: 14, strength: 0.42 };

/** The shade of each pixel by glyph and ground, 0 (darkest) to 255: pictures that differ in colour share it. */
const shadesOf = new Map<string, Uint8Array>();

/** A square PNG; the same input always gives the same bytes. */
export function drawPicture({ glyph, colour, ground }: Picture): Buffer {
  const key = `${glyph} ${ground}`;
  const pixels = shadesOf.get(key) ?? shadeOf(glyph, ground);
  shadesOf.set(key, pixels);
  return indexedPng(size, rampOf(colour), pixels);
}

/** The middle of a pixel in the units of shapes. */
const unit = (pixel: number): number => (pixel + 0.5) / (size / 2) - 1;
const between0And1 = (value: number): number => Math.max(0, Math.min(1, value));

function shadeOf(glyph: Glyph, ground: Ground): Uint8Array {
  const edge = edgeOf(glyph);
  const pixels = new Uint8Array(size * size);
  for (let at = 0; at < pixels.length; at += 1) {
    const [column, row] = [at % size, Math.floor(at / size)];
    const [x, y] = [unit(column), unit(row)];
    let shade = 0.52 - 0.13 * (x * 0.5 + y) + grounds[ground](x, y);
    shade *= 1 - shadow.strength * between0And1(0.5 - edge(column - shadow.x, row - shadow.y) / shadow.softness);
    const inside = -edge(column, row);
    // Lighter at the top, with an edge that is lit from the top left.
    const lit = inside < 4.5 ? 0.045 * Math.sign(edge(column + 1, row + 2) + inside) : 0;
    shade += (0.93 - 0.09 * y + lit - shade) * between0And1(inside + 0.5);
    pixels[at] = Math.round(between0And1(shade) * (shades - 1));
  }
  return pixels;
}

/** The distance of a pixel from a glyph's edge in pixels, negative inside. */
function edgeOf(glyph: Glyph): (column: number, row: number) => number {
  const shape = glyphs[glyph];
  const edges = new Float32Array(size * size);
  for (let at = 0; at < edges.length; at += 1) {
    edges[at] = (shape(unit(at % size) * scale, unit(Math.floor(at / size)) * scale) / scale) * (size / 2);
  }
  const clamp = (pixel: number) => Math.max(0, Math.min(size - 1, pixel));
  return (column, row) => edges[clamp(row) * size + clamp(column)] ?? size;
}

/** What each adds to the shade at a point. */
const grounds: Record<Ground, (x: number, y: number) => number> = {
  facets: (x, y) => (x + y > 0.25 ? -0.09 : 0) + (x - y > 0.7 ? 0.06 : 0),
  rays: (x, y) => (Math.floor((Math.atan2(y, x) / Math.PI) * 8 + 16) % 2 === 0 ? 0.045 : -0.03),
  rings: (x, y) => (Math.floor(Math.hypot(x, y) * 4.2) % 2 === 0 ? 0.045 : -0.03),
};

/** From nearly black over the colour to nearly white. */
function rampOf(colour: Colour): Colour[] {
  const middle = 0.55;
  return Array.from({ length: shades }, (_, shade): Colour => {
    const at = shade / (shades - 1);
    const part = (value: number) =>
      at < middle
        ? Math.round(value * (0.1 + (0.9 * at) / middle))
        : Math.round(value + ((255 - (255 - value) * 0.06 - value) * (at - middle)) / (1 - middle));
    return [part(colour[0]), part(colour[1]), part(colour[2])];
  });
}
