import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';

/** Fields of a template that has as many of one type, without limits: `f0`, `f1` and so on. */
export const manyFields = (count: number, type: 'integer' | 'text'): SaveTemplateField[] =>
  Array.from({ length: count }, (_, order) => ({
    id: `f${order}`,
    parentId: null,
    order,
    settings: { type, name: `f${order}`, label: `Field ${order}`, required: false, minimum: null, maximum: null },
  }));
