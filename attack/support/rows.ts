import type { SaveItem } from '@quartermaster/contract/endpoints/items.ts';

/** This many empty rows of the wide group, as a save sends them. */
export const rowsOf = (count: number): SaveItem['fields'] =>
  Array.from({ length: count }, (_, index) => ({
    id: `rows.${index}.row`,
    template_field_id: 'rows',
    template_field_type: 'dynamic-group-row',
    template_group_id: 'rows',
    template_group_path: [index],
    value: null,
    status: 1,
  }));
