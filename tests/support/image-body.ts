import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { SaveItem } from '@quartermaster/contract/endpoints/items.ts';

/** The save of an item of the images' template; the value is a new image in base64, or the path of a stored one. */
export const imageBody = (value: string | null, over: Partial<SaveItem> = {}): SaveItem => ({
  template_id: imageTemplate.id,
  internal_label: 'A picture',
  fields: [
    {
      id: imageTemplate.fieldId,
      template_field_id: imageTemplate.fieldId,
      template_field_type: 'image',
      template_group_id: null,
      template_group_path: null,
      value,
      status: 1,
    },
  ],
  ...over,
});
