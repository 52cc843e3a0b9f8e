import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { MenuNode, SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { fileText } from './item-files.ts';

interface SavedTemplates {
  /** The menu after the templates were saved. */
  now: readonly MenuNode[];
  /** The ids of the templates that were created. */
  created: ReadonlySet<string>;
  renamed: readonly { id: string; from: string; to: string }[];
}

/** A menu as it is after saves of templates if nobody else has changed it: these add links to new ones, and rename others. */
export function withSavedTemplates(before: readonly MenuNode[], { now, created, renamed }: SavedTemplates): MenuNode[] {
  const known = new Set(before.map(({ id }) => id));
  const added = now.filter(({ id, template_id }) => created.has(template_id) && !known.has(id));
  const remaining = before.map((node) => {
    const template = renamed.find(({ id, from }) => id === node.template_id && from === node.label);
    return template ? { ...node, label: template.to } : node;
  });
  return [...remaining, ...added].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

interface MenuEdit {
  /** The menu that was edited. */
  before: readonly MenuNode[];
  /** The menu that the changes are for: also with what saves of templates have changed in it. */
  now: readonly MenuNode[];
  target: readonly MenuNode[];
  created: ReadonlySet<string>;
}

/**
 * The changes that an edit makes to a menu, property by property, so that others stay as they are. A link to a created template that the edit
 * does not place stays where the server put it.
 */
export function menuChanges({ before, now, target, created }: MenuEdit): SaveMenuNode[] {
  const was = new Map(before.map((node) => [node.id, node]));
  const current = new Map(now.map((node) => [node.id, node]));
  const ids = new Set(target.map(({ id }) => id));
  const placed = new Set(target.map(({ template_id }) => template_id));
  const isRemoved = ({ id, template_id }: MenuNode) =>
    !ids.has(id) && (was.has(id) || (created.has(template_id) && placed.has(template_id)));
  const removed = now.filter(isRemoved).map((node) => ({ ...node, status: fieldStatus.removed }));
  const written = target
    .filter((node) => fileText(node) !== fileText(was.get(node.id)))
    .map((node) => {
      const base = was.get(node.id);
      const edited = Object.entries(node).filter(([name, value]) => value !== base?.[name as keyof MenuNode]);
      const status = current.has(node.id) ? fieldStatus.updated : fieldStatus.added;
      // Every property of a new entry is one of the edit.
      return { ...(base && current.get(node.id)), ...(Object.fromEntries(edited) as unknown as MenuNode), status };
    });
  return [...removed, ...written];
}
