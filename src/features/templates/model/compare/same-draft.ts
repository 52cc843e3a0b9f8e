import { sameSettings } from '@quartermaster/contract/content/template-tree.ts';
import type { TreeShape } from '../../../../shared/tree/tree-shape.ts';
import type { Draft } from '../draft.ts';

/** True if saving either draft would result in the same template. */
export const isSameDraft = (a: Draft, b: Draft): boolean =>
  a === b ||
  (a.id === b.id && a.label === b.label && isSameShape(a.shape, b.shape) && isSameFields(a.settings, b.settings));

// Runs with every keystroke, so it allocates nothing.
function isSameFields(a: Draft['settings'], b: Draft['settings']): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const id of a.keys()) {
    const settings = a.get(id);
    const other = b.get(id);
    if (!settings || !other || !sameSettings(settings, other)) return false;
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
