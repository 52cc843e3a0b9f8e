import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { withoutDataUrlPrefix } from './image-file.ts';

interface NewImage {
  label: string;
  /** The file as a data URL. */
  dataUrl: string;
  /** Identifies its creation, so that a retry creates no second item. */
  key: string;
}

/** The save that creates an image item. */
export const newImageItem = ({ label, dataUrl, key }: NewImage): SaveItem => ({
  template_id: imageTemplate.id,
  internal_label: label,
  idempotency_key: key,
  fields: [
    {
      id: imageTemplate.fieldId,
      template_field_id: imageTemplate.fieldId,
      template_field_type: 'image',
      template_group_id: null,
      template_group_path: null,
      value: withoutDataUrlPrefix(dataUrl),
      upload_id: null,
      status: fieldStatus.added,
    },
  ],
});

/** The label of an image from its file: the name without extension. */
export function labelOf(fileName: string): string {
  const name = fileName.replace(/\.[^.]*$/, '').trim() || fileName;
  // Without half of a surrogate pair at the end.
  return name.slice(0, contentLimits.labelLength).replace(/[\uD800-\uDBFF]$/, '');
}
