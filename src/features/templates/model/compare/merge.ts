import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { isAboutShapes, refusalOfChildren, templateDepth } from '@quartermaster/contract/rules/template.ts';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import { mergeShapes } from '../../../../shared/tree/merge-shapes.ts';
import { childrenOf, descendantsOf, move } from '../../../../shared/tree/tree-shape.ts';
import { type Draft, typeOf } from '../draft.ts';
import type { TemplateDifference, ThreeDrafts } from './differences.ts';

/** The merged template, and the fields that had to be moved somewhere that neither side chose. */
export interface Merged {
  draft: Draft;
  displaced: string[];
}

/**
 * Their version with mine for the differences for which `isMine` is true. A field whose parent is removed, cannot have
 * children or is inside the field itself moves to its nearest valid ancestor, so that the tree is valid whatever is chosen.
 */
export function merge(
  { theirs, mine }: ThreeDrafts,
  differences: readonly TemplateDifference[],
  isMine: (difference: TemplateDifference) => boolean,
): Merged {
  const chosen = new Set(differences.filter(isMine).map(({ id }) => id));
  const sideOf = (aspect: 'settings' | 'place', id: string) =>
    !theirs.settings.has(id) || chosen.has(`${aspect} ${id}`) ? mine : theirs;
  const ids = [...new Set([...descendantsOf(theirs.shape, null), ...descendantsOf(mine.shape, null)])].filter((id) => {
    const [inTheirs, inMine] = [theirs.settings.has(id), mine.settings.has(id)];
    return inTheirs && inMine ? true : chosen.has(`field ${id}`) === inMine;
  });
  const settings = new Map(ids.map((id) => [id, settingsOf(sideOf('settings', id), id)]));
  const { shape, displaced } = mergeShapes(theirs.shape, mine.shape, {
    ids,
    isMine: (id) => sideOf('place', id) === mine,
    canHold: (id) => canHoldAny(settings, id),
    maxLevels: templateDepth + 1,
  });
  const draft: Draft = {
    id: theirs.id,
    label: chosen.has('label') ? mine.label : theirs.label,
    settings,
    saved: theirs.saved,
    shape,
  };
  return { draft: withRules(draft, displaced), displaced: [...displaced] };
}

const canHoldAny = (settings: Draft['settings'], id: string): boolean => {
  const fieldSettings = settings.get(id);
  return fieldSettings !== undefined && fieldTypeOf(fieldSettings.type).holds !== 'value';
};

/**
 * Moves fields out of parents that the rules of the tree do not allow. Shapes and row types stay, as no other place would
 * be valid for them: the save names what they lack.
 */
function withRules(draft: Draft, displaced: Set<string>): Draft {
  let { shape } = draft;
  for (const id of descendantsOf(shape, null).reverse()) {
    const [only, second] = childrenOf(shape, id);
    const type = only === undefined ? undefined : typeOf(draft, only);
    if (only === undefined || !type || second !== undefined || isAboutShapes(type)) continue;
    if (!refusalOfChildren(typeOf(draft, id), [type])) continue;
    shape = move(shape, [only], { parentId: shape.parents.get(id) ?? null, before: null });
    displaced.add(only);
  }
  return { ...draft, shape };
}
