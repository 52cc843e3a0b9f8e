import { sameSettings } from '@quartermaster/contract/content/template-tree.ts';
import { nameOf, settingsOf } from '../../../../shared/template-changes/template-state.ts';
import { movedIds } from '../../../../shared/tree/moved-ids.ts';
import { childrenOf, descendantsOf, type TreeShape } from '../../../../shared/tree/tree-shape.ts';
import type { ConflictDifference } from '../../../../shared/ui/dialog/conflict-difference.ts';
import type { Draft } from '../draft.ts';

/** A difference between two versions of a template: its name, or the existence, settings or position of a field. */
export type TemplateDifference = ConflictDifference &
  ({ about: 'label' } | { about: 'field' | 'settings' | 'place'; fieldId: string });

/** Three versions of one template: the common base, and two edits of it. */
export interface ThreeDrafts {
  base: Draft;
  theirs: Draft;
  mine: Draft;
}

/** The differences between two people's versions; `likely` is the side that has changed it, mine if both have (`isBoth`). */
export function differencesOf(drafts: ThreeDrafts): TemplateDifference[] {
  const { base, theirs, mine } = drafts;
  const found: TemplateDifference[] = [];
  if (theirs.label.trim() !== mine.label.trim()) {
    const isMine = mine.label.trim() !== base.label.trim();
    const isBoth = isMine && theirs.label.trim() !== base.label.trim();
    found.push({ id: 'label', about: 'label', name: 'Template name', likely: isMine ? 'mine' : 'theirs', isBoth });
  }
  const byMe = movedIds(base.shape, mine.shape);
  const byThem = movedIds(base.shape, theirs.shape);
  const isSamePlace = comparePlaces(theirs.shape, mine.shape);
  const add = (about: 'field' | 'settings' | 'place', fieldId: string, isMine: boolean, isBoth: boolean) => {
    const name = nameOf(mine.settings.has(fieldId) ? mine : theirs, fieldId);
    found.push({ id: `${about} ${fieldId}`, about, fieldId, name, likely: isMine ? 'mine' : 'theirs', isBoth });
  };
  for (const id of [
    ...descendantsOf(mine.shape, null),
    ...descendantsOf(theirs.shape, null).filter((id) => !mine.settings.has(id)),
  ]) {
    if (!theirs.settings.has(id)) {
      // They removed a field that I may have changed; if I have, keeping mine is more likely.
      const isNew = !base.settings.has(id);
      const isChanged = !isNew && (!sameSettings(settingsOf(base, id), settingsOf(mine, id)) || byMe.has(id));
      add('field', id, isNew || isChanged, isChanged);
    } else if (!mine.settings.has(id)) {
      const isMine = base.settings.has(id);
      const isTheirs = isMine && (!sameSettings(settingsOf(base, id), settingsOf(theirs, id)) || byThem.has(id));
      add('field', id, isMine, isTheirs);
    } else {
      const settings = settingsOf(mine, id);
      if (!sameSettings(settings, settingsOf(theirs, id))) {
        const before = base.settings.get(id);
        const isMine = before === undefined || !sameSettings(settings, before);
        add('settings', id, isMine, isMine && (before === undefined || !sameSettings(settingsOf(theirs, id), before)));
      }
      const isMoved = byMe.has(id) || byThem.has(id) || !base.settings.has(id);
      if (isMoved && !isSamePlace(id))
        add('place', id, byMe.has(id) || !base.settings.has(id), byMe.has(id) && byThem.has(id));
    }
  }
  return found;
}

/** Returns a function that checks whether a field has the same parent and the same preceding shared siblings in both trees. */
function comparePlaces(a: TreeShape, b: TreeShape): (id: string) => boolean {
  const levels = new Map<string | null, ReadonlySet<string>>();
  return (id) => {
    const parentId = a.parents.get(id) ?? null;
    if (parentId !== (b.parents.get(id) ?? null)) return false;
    const settled = levels.get(parentId) ?? settledIn(childrenOf(a, parentId), childrenOf(b, parentId));
    levels.set(parentId, settled);
    return settled.has(id);
  };
}

/** The ids that two levels share and that have the same shared ids before them in both. */
function settledIn(a: readonly string[], b: readonly string[]): Set<string> {
  const [inA, inB] = [new Set(a), new Set(b)];
  const others = b.filter((id) => inA.has(id));
  const settled = new Set<string>();
  // Ids that have occurred in only one of the levels so far.
  const open = new Set<string>();
  for (const [index, id] of a.filter((one) => inB.has(one)).entries()) {
    const other = others[index];
    if (id === other && open.size === 0) settled.add(id);
    for (const passed of [id, other]) if (passed !== undefined && !open.delete(passed)) open.add(passed);
  }
  return settled;
}
