import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { findMarked } from '@quartermaster/contract/rules/marked-fields.ts';
import { useLinkImage } from './link-labels.tsx';

interface WithSettings {
  settings: FieldSettings;
}

/** The field with the picture of an item: the picture field of the template, or the first with an image. */
export const pictureField = <F extends WithSettings>(fields: readonly F[]): F | undefined =>
  findMarked(fields, 'picture') ?? fields.find(({ settings }) => settings.type === 'image');

/** The path of the image that a value of this field is or links to; undefined without one, and until that is known. */
export function usePicturePath(field: WithSettings | undefined, value: unknown): string | undefined {
  const isImage = field?.settings.type === 'image';
  const [link] = [value].flat();
  const linked = useLinkImage(imageTemplate.id, !isImage && isItemId(link) ? link : 0);
  const path = isImage ? value : linked;
  return typeof path === 'string' && path !== '' ? path : undefined;
}
