import { movedIds } from '../../../shared/tree/moved-ids.ts';
import { descendantsOf } from '../../../shared/tree/tree-shape.ts';
import { type MenuDraft, nameOf } from './menu-draft.ts';
import { rebase, type ThreeMenus } from './rebase.ts';

/** `filled`: something was put into the group. */
type Change = 'added' | 'removed' | 'renamed' | 'moved' | 'filled';

/** What an edit has changed, by entry. */
function changedEntries(base: MenuDraft, edited: MenuDraft): Map<string, Set<Change>> {
  const moved = movedIds(base.shape, edited.shape);
  const changes = new Map<string, Set<Change>>();
  const add = (id: string, change: Change) => changes.set(id, (changes.get(id) ?? new Set()).add(change));
  for (const id of new Set([...descendantsOf(base.shape, null), ...descendantsOf(edited.shape, null)])) {
    if (!edited.entries.has(id)) {
      add(id, 'removed');
      continue;
    }
    const isNew = !base.entries.has(id);
    if (isNew) add(id, 'added');
    else if (nameOf(base, id) !== nameOf(edited, id)) add(id, 'renamed');
    if (!isNew && moved.has(id)) add(id, 'moved');
    const group = edited.shape.parents.get(id) ?? null;
    if (group !== null && (isNew || moved.has(id))) add(group, 'filled');
  }
  return changes;
}

/**
 * Their menu with my changes, and the names of what they have changed. Undefined if a person has to decide: both have changed the same of an
 * entry, or an entry would be where neither side put it.
 */
export function mergeEdits(menus: ThreeMenus): { draft: MenuDraft; names: string[] } | undefined {
  const { names, isBoth } = compareEdits(menus);
  if (isBoth) return undefined;
  const { draft, displaced } = rebase(menus);
  return displaced.length > 0 ? undefined : { draft, names };
}

/** The names of what they have changed, and whether both have changed the same of an entry. */
function compareEdits({ base, theirs, mine }: ThreeMenus): { names: string[]; isBoth: boolean } {
  const byThem = changedEntries(base, theirs);
  const byMe = changedEntries(base, mine);
  const isBoth = [...byThem].some(([id, changes]) => {
    const edits = byMe.get(id);
    if (!edits) return false;
    // What one has removed, the other has changed.
    if (changes.has('removed') !== edits.has('removed')) return true;
    const isSameName = theirs.entries.has(id) && mine.entries.has(id) && nameOf(theirs, id) === nameOf(mine, id);
    return (
      (edits.has('renamed') && changes.has('renamed') && !isSameName) || (edits.has('moved') && changes.has('moved'))
    );
  });
  const names = [...byThem].flatMap(([id, changes]) =>
    changes.size === 1 && changes.has('filled') ? [] : [nameOf(changes.has('removed') ? base : theirs, id)],
  );
  return { names: [...new Set(names)], isBoth };
}
