import { createPauses } from '../../core/base/pauses.ts';

/** How many bytes a color with alpha has: of a gray or of red, green and blue, with 8 or 16 bits each. */
interface PixelBytes {
  colors: 1 | 3;
  each: 1 | 2;
}

/** The same by the color type of an image; only those with alpha. */
export const bytesOfAlpha: Readonly<Record<number, PixelBytes>> = {
  1: { colors: 1, each: 1 },
  3: { colors: 3, each: 1 },
  5: { colors: 1, each: 2 },
  7: { colors: 3, each: 2 },
};

/** How many pixels are changed until other work may run. */
const pixelsAtOnce = 100_000;

async function forEachPixel(count: number, change: (pixel: number) => void): Promise<void> {
  const pause = createPauses();
  for (let start = 0; start < count; start += pixelsAtOnce) {
    const end = Math.min(count, start + pixelsAtOnce);
    for (let pixel = start; pixel < end; pixel += 1) change(pixel);
    await pause();
  }
}

/** Pixels with 8 bits for red, green, blue and alpha. */
export async function toRgba(pixels: Buffer, { colors, each }: PixelBytes): Promise<Buffer> {
  if (colors === 3 && each === 1) return pixels;
  const step = (colors + 1) * each;
  const rgba = Buffer.alloc((pixels.length / step) * 4);
  // The high byte of 16 bits comes last.
  const byteAt = (pixel: number, part: number) => pixels[pixel * step + part * each + each - 1] ?? 0;
  await forEachPixel(pixels.length / step, (pixel) => {
    for (let color = 0; color < 3; color += 1) rgba[pixel * 4 + color] = byteAt(pixel, colors === 1 ? 0 : color);
    rgba[pixel * 4 + 3] = byteAt(pixel, colors);
  });
  return rgba;
}

/** Weighs colors by their alpha, so that those of invisible pixels do not count when neighbors are averaged. */
export const multiplyByAlpha = (rgba: Buffer): Promise<void> =>
  forEachPixel(rgba.length / 4, (pixel) => {
    const at = pixel * 4;
    const alpha = rgba[at + 3] ?? 0;
    if (alpha < 255)
      for (let color = at; color < at + 3; color += 1) rgba[color] = Math.round(((rgba[color] ?? 0) * alpha) / 255);
  });

/** Reverts {@link multiplyByAlpha}. */
export const divideByAlpha = (rgba: Buffer): Promise<void> =>
  forEachPixel(rgba.length / 4, (pixel) => {
    const at = pixel * 4;
    const alpha = rgba[at + 3] ?? 0;
    if (alpha > 0 && alpha < 255)
      for (let color = at; color < at + 3; color += 1)
        rgba[color] = Math.min(255, Math.round(((rgba[color] ?? 0) * 255) / alpha));
  });
