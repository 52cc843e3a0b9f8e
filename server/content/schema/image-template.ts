import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { StoredField } from '../../core/tables/content.ts';

// The same time in every instance, so that a comparison of two instances finds no difference.
const since = '2026-01-01T00:00:00.000Z';

/** The fields of the reserved template. */
export const imageFields: StoredField[] = [
  {
    id: imageTemplate.fieldId,
    key: 1,
    settings: { type: 'image', name: 'image', label: 'Image', required: true },
    parentId: null,
    order: 0,
    created_at: since,
    updated_at: since,
  },
];
