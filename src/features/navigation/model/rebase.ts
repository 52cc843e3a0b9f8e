import { menuDepth } from '@quartermaster/contract/rules/menu-tree.ts';
import { mergeShapes } from '../../../shared/tree/merge-shapes.ts';
import { movedIds } from '../../../shared/tree/moved-ids.ts';
import { descendantsOf } from '../../../shared/tree/tree-shape.ts';
import { canHold, entryOf, type MenuDraft, nameOf } from './menu-draft.ts';

/** Three versions of a menu: the common base, and two edits of it. */
export interface ThreeMenus {
  base: MenuDraft;
  theirs: MenuDraft;
  mine: MenuDraft;
}

/** A merged menu, and the ids of entries that had to be moved to where neither side put them. */
interface MergedMenu {
  draft: MenuDraft;
  displaced: string[];
}

/** Their menu with all of my changes: additions, renames, moves and removals. Entries that they removed stay if I changed them. */
export function rebase({ base, theirs, mine }: ThreeMenus): MergedMenu {
  const moved = movedIds(base.shape, mine.shape);
  const isRenamed = (id: string) => base.entries.has(id) && nameOf(base, id) !== nameOf(mine, id);
  const isNew = (id: string) => !base.entries.has(id);
  const isMine = (id: string) => !theirs.entries.has(id) || (mine.entries.has(id) && moved.has(id));
  const ids = [...new Set([...descendantsOf(theirs.shape, null), ...descendantsOf(mine.shape, null)])].filter((id) => {
    if (!mine.entries.has(id)) return isNew(id);
    return theirs.entries.has(id) || isNew(id) || moved.has(id) || isRenamed(id);
  });
  const entries = new Map(
    ids.map((id) => {
      const from = !theirs.entries.has(id) || (mine.entries.has(id) && isRenamed(id)) ? mine : theirs;
      return [id, entryOf(from, id)];
    }),
  );
  const { shape, displaced } = mergeShapes(theirs.shape, mine.shape, {
    ids,
    isMine,
    canHold: (id) => canHold(theirs.entries.has(id) ? theirs : mine, id),
    maxLevels: menuDepth,
  });
  return { draft: { shape, entries }, displaced: [...displaced] };
}
