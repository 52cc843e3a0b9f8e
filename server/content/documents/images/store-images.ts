import { type ItemFieldChange, itemFieldPath } from '@quartermaster/contract/content/item-fields.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { imagePathPattern } from '@quartermaster/contract/field-types/image.ts';
import { isFileType } from '@quartermaster/contract/field-types/registry.ts';
import type { Files } from '../../../core/files/files.ts';
import { imageKey } from '../../../core/files/image-key.ts';
import { type ImageFile, readImage } from './image-file.ts';

/** An image whose file is in the store. */
export interface StoredImage {
  path: string;
  bytes: number;
}

/** The changes after all uploads were read: each value is replaced by its path, and `files` are still to be stored. */
export interface ReadImages {
  changes: ItemFieldChange[];
  files: Map<string, ImageFile>;
  /** Paths in changes that upload nothing, by item field id. */
  named: Map<string, string>;
  wrong: Record<string, string>;
}

/** Reads the images among the fields of a save; `wrong` is by path in the body. */
export function readImages(changes: readonly ItemFieldChange[], megabytes: number): ReadImages {
  const read: ReadImages = { changes: [], files: new Map(), named: new Map(), wrong: {} };
  read.changes = changes.map((change) => {
    const { id, template_field_type, value } = change;
    if (!isFileType(template_field_type) || typeof value !== 'string' || isEmpty(value)) return change;
    if (imagePathPattern.test(value)) {
      read.named.set(id, value);
      return change;
    }
    const image = readImage(value, megabytes);
    if (typeof image === 'string') {
      read.wrong[itemFieldPath(id)] = image;
      return change;
    }
    read.files.set(image.path, image);
    return { ...change, value: image.path };
  });
  return read;
}

/** Stores the files; a file that already exists has the same content. */
export async function storeImages(
  files: Files,
  projectId: number,
  images: Iterable<ImageFile>,
): Promise<StoredImage[]> {
  const stored: StoredImage[] = [];
  for (const { path, bytes } of images) {
    if (!(await files.exists(imageKey(projectId, path)))) await files.put(imageKey(projectId, path), bytes);
    stored.push({ path, bytes: bytes.length });
  }
  return stored;
}
