import { type MenuNode, menuRoot } from '@quartermaster/contract/endpoints/menu.ts';
import {
  groupInsideItselfSentence,
  linkIsLeafSentence,
  menuDepth,
  menuTooDeepSentence,
} from '@quartermaster/contract/rules/menu-tree.ts';
import { EditRefusedError } from '../../../shared/tree/edit/edit-refused-error.ts';
import * as trees from '../../../shared/tree/tree-shape.ts';

/** A group, or a link to a template. */
export interface MenuEntry {
  label: string;
  /** Empty for a group. */
  templateId: string;
}

/** A menu that is being edited. Immutable; an edit keeps the identity of everything that it does not change. */
export interface MenuDraft {
  shape: trees.TreeShape;
  /** By id. */
  entries: ReadonlyMap<string, MenuEntry>;
}

/** The saved menu that a draft started from. */
export interface MenuBase {
  version: string;
  menu: readonly MenuNode[];
  draft: MenuDraft;
}

/** The base for editing a saved menu. */
export function baseOf({ menu, version }: { menu: readonly MenuNode[]; version: string }): MenuBase {
  const shape = trees.shapeOf(
    menu.map(({ id, parent_id, order }) => ({ id, parentId: parent_id === menuRoot ? null : parent_id, order })),
  );
  const placed = menu.filter(({ id }) => shape.parents.has(id));
  const entries = new Map(placed.map(({ id, label, template_id }) => [id, { label, templateId: template_id }]));
  return { version, menu, draft: { shape, entries } };
}

/** The group or link with an id; throws if there is none. */
export function entryOf({ entries }: MenuDraft, id: string): MenuEntry {
  const found = entries.get(id);
  if (!found) throw new Error(`There is no ${id} in the menu`);
  return found;
}

export const nameOf = (draft: MenuDraft, id: string): string => entryOf(draft, id).label;

/** True for a group: links cannot contain anything. */
export const canHold = (draft: MenuDraft, id: string): boolean => entryOf(draft, id).templateId === '';

/** True if both are the same menu, whatever their order numbers. */
export function isSameMenu(a: MenuDraft, b: MenuDraft): boolean {
  if (a === b) return true;
  if (a.entries.size !== b.entries.size) return false;
  for (const [id, { label, templateId }] of a.entries) {
    const other = b.entries.get(id);
    if (other?.label !== label || other.templateId !== templateId) return false;
  }
  return [...a.shape.children].every(([id, level]) => {
    const other = trees.childrenOf(b.shape, id);
    return other.length === level.length && level.every((child, at) => child === other[at]);
  });
}

export function addEntry(draft: MenuDraft, id: string, entry: MenuEntry, position: trees.TreePosition): MenuDraft {
  const entries = new Map(draft.entries).set(id, entry);
  return checked({ entries, shape: trees.insert(draft.shape, [id], position) }, [id]);
}

export function renameEntry(draft: MenuDraft, id: string, label: string): MenuDraft {
  const entry = entryOf(draft, id);
  return entry.label === label ? draft : { ...draft, entries: new Map(draft.entries).set(id, { ...entry, label }) };
}

/** Moves entries with their content; returns the same draft if they are already there. */
export function moveEntries(draft: MenuDraft, ids: Iterable<string>, position: trees.TreePosition): MenuDraft {
  const moved = trees.topmost(draft.shape, ids);
  const around =
    position.parentId === null ? [] : [position.parentId, ...trees.ancestorsOf(draft.shape, position.parentId)];
  if (moved.some((id) => around.includes(id))) throw new EditRefusedError(groupInsideItselfSentence);
  const next = { ...draft, shape: trees.move(draft.shape, moved, position) };
  return isSameMenu(draft, next) ? draft : checked(next, moved);
}

/** Removes entries with their content. */
export function removeEntries(draft: MenuDraft, ids: Iterable<string>): MenuDraft {
  const shape = trees.remove(draft.shape, ids);
  return { shape, entries: new Map([...draft.entries].filter(([id]) => shape.parents.has(id))) };
}

/** Returns the draft if these entries are in valid places; throws otherwise. */
function checked(draft: MenuDraft, placed: readonly string[]): MenuDraft {
  for (const id of placed) {
    const around = trees.ancestorsOf(draft.shape, id);
    const [parent] = around;
    if (parent !== undefined && !canHold(draft, parent)) throw new EditRefusedError(linkIsLeafSentence);
    if (around.length + trees.heightOf(draft.shape, id) > menuDepth) throw new EditRefusedError(menuTooDeepSentence);
  }
  return draft;
}
