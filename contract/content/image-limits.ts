/** Most pixels of a side of an uploaded image. */
const mostPixelsOfSide = 16_384;
const mostMegapixels = 64;

/** Said of an image that is too large to be drawn, however few bytes it has. */
export const imageTooLarge = `Please upload an image of at most ${mostPixelsOfSide.toLocaleString('en-US')} pixels a side and ${mostMegapixels} megapixels`;

/** Whether an image may have so many pixels: browsers and games need memory for all of them. */
export const fitsImage = (width: number, height: number): boolean =>
  Math.max(width, height) <= mostPixelsOfSide && width * height <= mostMegapixels * 1_000_000;
