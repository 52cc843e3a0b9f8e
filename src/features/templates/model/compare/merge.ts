import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { refusalOfChildren, templateDepth } from '@quartermaster/contract/rules/template.ts';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import {
  ancestorsOf,
  childrenOf,
  descendantsOf,
  emptyShape,
  move,
  shapeOf,
  type TreeShape,
} from '../../../../shared/tree/tree-shape.ts';
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
  const displaced = new Set<string>();
  const parents = new Map<string, string | null>();
  for (const id of ids) {
    const { shape } = sideOf('place', id);
    const around = ancestorsOf(shape, id);
    const holder = around.find((at) => canHoldAny(settings, at) && !isInside(parents, at, id)) ?? null;
    if (holder !== (around[0] ?? null)) displaced.add(id);
    parents.set(id, holder);
  }
  const places = { parents, displaced, isMine: (id: string) => sideOf('place', id) === mine };
  const draft: Draft = {
    id: theirs.id,
    label: chosen.has('label') ? mine.label : theirs.label,
    settings,
    saved: theirs.saved,
    shape: inOrder(theirs.shape, mine.shape, places),
  };
  return { draft: withRules(draft, displaced), displaced: [...displaced] };
}

const canHoldAny = (settings: Draft['settings'], id: string): boolean => {
  const own = settings.get(id);
  return own !== undefined && fieldTypeOf(own.type).holds !== 'value';
};

function isInside(parents: ReadonlyMap<string, string | null>, id: string, outer: string): boolean {
  for (let at: string | null | undefined = id; at; at = parents.get(at)) if (at === outer) return true;
  return false;
}

interface Places {
  parents: ReadonlyMap<string, string | null>;
  displaced: ReadonlySet<string>;
  isMine: (id: string) => boolean;
}

/** Theirs in their order, mine after the sibling that they follow in my version, and displaced fields last. */
function inOrder(theirs: TreeShape, mine: TreeShape, { parents, displaced, isMine }: Places): TreeShape {
  const levels = Map.groupBy(parents.keys(), (id) => parents.get(id) ?? null);
  const flat = [...levels].flatMap(([parentId, members]) => {
    const here = new Set(members.filter((id) => !displaced.has(id)));
    const level = childrenOf(theirs, parentId).filter((id) => here.has(id) && !isMine(id));
    const inLevel = new Set(level);
    const mineHere = childrenOf(mine, parentId);
    // The last of my preceding siblings that is in the merged level.
    let above: string | undefined;
    for (const [index, id] of mineHere.entries()) {
      if (here.has(id) && isMine(id)) {
        const below = above === undefined ? mineHere.slice(index + 1).find((at) => inLevel.has(at)) : undefined;
        if (above !== undefined) level.splice(level.indexOf(above) + 1, 0, id);
        else level.splice(below === undefined ? level.length : level.indexOf(below), 0, id);
        inLevel.add(id);
      }
      if (inLevel.has(id)) above = id;
    }
    const last = members.filter((id) => displaced.has(id));
    return [...level, ...last].map((id, order) => ({ id, parentId, order }));
  });
  return flat.length > 0 ? shapeOf(flat) : emptyShape;
}

/** Moves fields out of parents that the rules of the tree do not allow. */
function withRules(draft: Draft, displaced: Set<string>): Draft {
  let { shape } = draft;
  for (const id of descendantsOf(shape, null)) {
    const around = ancestorsOf(shape, id);
    if (around.length <= templateDepth) continue;
    shape = move(shape, [id], { parentId: around.at(-templateDepth) ?? null, before: null });
    displaced.add(id);
  }
  for (const id of descendantsOf(shape, null).reverse()) {
    const [only, second] = childrenOf(shape, id);
    if (only === undefined) continue;
    const types = second === undefined ? [typeOf(draft, only)] : [];
    if (
      !refusalOfChildren(
        typeOf(draft, id),
        types.flatMap((type) => type ?? []),
      )
    )
      continue;
    shape = move(shape, [only], { parentId: shape.parents.get(id) ?? null, before: null });
    displaced.add(only);
  }
  return { ...draft, shape };
}
