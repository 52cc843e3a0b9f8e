import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldNode } from '../data/templates.ts';

/** A number field. */
export interface DrawableField {
  id: string;
  /** With the groups around it. */
  name: string;
  settings: FieldSettings;
}

/** The number fields of a template, also those in rows and lists. */
export const drawableIn = (tree: readonly FieldNode[], around = ''): DrawableField[] =>
  tree.flatMap(({ field: { id, settings }, children }) => {
    const name = around + (settings.label || settings.name);
    if (children.length > 0) return drawableIn(children, `${name} / `);
    return fieldTypeOf(settings.type).drawnAs === 'number' ? [{ id, name, settings }] : [];
  });
