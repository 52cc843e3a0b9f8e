import { imageProblem } from '@quartermaster/contract/content/image-metadata.ts';

const quality = 0.95;

/** An image as engines show it: one in CMYK, or that its metadata turns, is drawn again. The same file if that is not possible. */
export async function toUprightImage(file: File): Promise<File> {
  if (imageProblem(new Uint8Array(await file.arrayBuffer())) === undefined) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: picture.width, height: picture.height });
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, quality));
    return drawn ? new File([drawn], file.name, { type: file.type }) : file;
  } catch {
    // The server refuses it with the reason.
    return file;
  }
}
