import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import type { TreeShape } from '../../../shared/tree/tree-shape.ts';
import type { Draft } from './draft.ts';

/** True where two drafts would be saved as the same template. */
export const isSameDraft = (a: Draft, b: Draft): boolean =>
  a === b ||
  (a.id === b.id && a.label === b.label && isSameShape(a.shape, b.shape) && isSameFields(a.settings, b.settings));

// Asked with every keystroke: nothing is made on the way.
function isSameFields(a: Draft['settings'], b: Draft['settings']): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const id of a.keys()) {
    const settings = a.get(id);
    if (!settings || !isSameSettings(settings, b.get(id))) return false;
  }
  return true;
}

const isSameShape = (a: TreeShape, b: TreeShape): boolean =>
  a === b ||
  (a.children.size === b.children.size &&
    [...a.children].every(([id, level]) => {
      const other = b.children.get(id);
      return other === level || (other?.length === level.length && level.every((child, at) => child === other[at]));
    }));

/** True where two fields have the same settings. */
export function isSameSettings(a: FieldSettings, b: FieldSettings | undefined): boolean {
  if (a === b || b === undefined) return a === b;
  const other: Readonly<Record<string, unknown>> = { ...b };
  const entries = Object.entries(a);
  return entries.length === Object.keys(other).length && entries.every(([key, value]) => other[key] === value);
}
