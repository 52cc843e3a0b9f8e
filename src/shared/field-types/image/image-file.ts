import type { ItemField } from '@quartermaster/contract/content/item-fields.ts';
import { isFileType } from '@quartermaster/contract/field-types/registry.ts';

/** Types of files that an image field takes. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg'];

/** Why a file cannot become an image of a plan with this limit in megabytes (2^20 bytes), or nothing; without one it is not known. */
export function checkImageFile(file: Pick<File, 'type' | 'size'>, megabytes: number | undefined): string | undefined {
  if (!imageTypes.includes(file.type)) return 'Please upload a file of image type (JPG, PNG)';
  if (megabytes !== undefined && file.size > megabytes * 1024 * 1024)
    return `Please upload an image smaller than ${megabytes}MB`;
  return undefined;
}

/** The file as a data URL, so that it can be shown before it is saved. */
export const readAsDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });

/** What a save sends of an image: a new file as plain base64, a stored one by its path. */
export const withoutDataUrlPrefix = (value: string): string =>
  value.startsWith('data:') ? value.slice(value.indexOf(',') + 1) : value;

/** The values of an item as they are sent: new images without the prefix that only the preview needs. */
export const toSentFields = <F extends ItemField>(fields: readonly F[]): F[] =>
  fields.map((field) =>
    isFileType(field.template_field_type) && typeof field.value === 'string'
      ? { ...field, value: withoutDataUrlPrefix(field.value) }
      : field,
  );
