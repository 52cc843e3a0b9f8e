import { randomId } from '../../../shared/form/random-id.ts';
import type { Notify } from '../../../shared/services/services.ts';
import { createTreeActions, type TreeActions } from '../../../shared/tree/edit/tree-actions.ts';
import type { TreeEditor } from '../../../shared/tree/edit/tree-editor.ts';
import { type Nouns, namesText, positionText } from '../../../shared/tree/edit/tree-texts.ts';
import type { TreeEdit } from '../../../shared/tree/edit/use-tree-edit.ts';
import { descendantsOf } from '../../../shared/tree/tree-shape.ts';
import { count } from '../../../shared/ui/count.ts';
import * as menus from './menu-draft.ts';

export type MenuEditor = TreeEditor<menus.MenuDraft, menus.MenuBase>;

/** The names of this tree's rows in announcements. */
export const entryNouns: Nouns = { one: 'entry', many: 'entries' };

/** The actions of the editor, shared by mouse, keyboard and buttons. */
export interface MenuActions extends TreeActions {
  add: (entry: menus.MenuEntry) => void;
  rename: (id: string, label: string) => void;
  remove: (ids?: readonly string[]) => void;
}

interface Dependencies {
  editor: MenuEditor;
  edit: TreeEdit<menus.MenuDraft>;
  notify: Notify;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
}

export function createMenuActions({ editor, edit, notify, announce }: Dependencies): MenuActions {
  const draft = () => editor.read(editor.draft);
  const tree = createTreeActions<menus.MenuDraft>({
    editor,
    edit,
    announce,
    nouns: entryNouns,
    nameOf: menus.nameOf,
    canHold: menus.canHold,
    moveRows: menus.moveEntries,
  });
  return {
    ...tree,
    add: (entry) => {
      const id = randomId();
      const position = tree.positionForNew();
      const title = entry.templateId === '' ? 'Add group' : 'Add link';
      if (!edit(title, (now) => menus.addEntry(now, id, entry, position))) return;
      tree.choose([id], id);
      announce(`Added ${entry.label} ${positionText(draft().shape, [id], (at) => menus.nameOf(draft(), at))}`);
    },
    rename: (id, label) => {
      const before = draft();
      if (!before.entries.has(id)) return;
      if (edit('Rename', (now) => menus.renameEntry(now, id, label)) && draft() !== before)
        announce(`Renamed ${menus.nameOf(before, id)} to ${label}`);
    },
    remove: (ids = tree.chosen()) => {
      if (ids.length === 0) return;
      const before = draft();
      const inside = ids.reduce((sum, id) => sum + descendantsOf(before.shape, id).length, 0);
      const names = namesText(ids, (id) => `“${menus.nameOf(before, id)}”`, entryNouns);
      tree.removing(ids, () => edit('Remove', (now) => menus.removeEntries(now, ids)));
      notify.info(`Removed ${names}${inside > 0 ? ` with ${count(inside, 'entry', 'entries')} inside` : ''}`);
    },
  };
}
