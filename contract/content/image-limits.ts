import { numberText } from '../number-text.ts';

/** The small variants of images that the server makes: the sides, in pixels, of the squares that they fit into. */
export const smallImageSizes = { row: 96, card: 320 } as const;
export type SmallImageSize = keyof typeof smallImageSizes;

/** Maximum width and height of an uploaded image in pixels. */
const mostPixelsOfSide = 16_384;
const mostMegapixels = 64;

/** Error message for an image with too many pixels, however few bytes it has. */
export const imageTooLarge = `Please upload an image of at most ${numberText(mostPixelsOfSide)} pixels a side and ${mostMegapixels} megapixels`;

/** Whether an image of this size is allowed: browsers and games need memory for every pixel. */
export const fitsImage = (width: number, height: number): boolean =>
  Math.max(width, height) <= mostPixelsOfSide && width * height <= mostMegapixels * 1_000_000;
