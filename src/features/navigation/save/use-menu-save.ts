import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { currentMenuOf, type SaveMenu, useSaveMenu } from '../../../shared/data/save-menu.ts';
import { type Conflict, savedByOf } from '../../../shared/data/saved-by.ts';
import { useNotifyMerged } from '../../../shared/form/use-notify-merged.ts';
import { useSaveFlow } from '../../../shared/form/use-save-flow.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { mergeEdits } from '../model/compare-edits.ts';
import type { MenuEditor } from '../model/menu-actions.ts';
import { changesOf, unlinkedNames } from '../model/menu-changes.ts';
import { baseOf, type MenuBase } from '../model/menu-draft.ts';

/** A save awaiting confirmation. */
interface PreparedSave {
  body: SaveMenu;
  /** The menu that it is based on. */
  before: MenuBase['menu'];
  counts: Record<keyof typeof fieldStatus, number>;
  /** Templates without a link afterwards. */
  unlinked: readonly string[];
}

interface MenuSaveOptions {
  instanceId: number;
  editor: MenuEditor;
  /** Runs after a save; this is where to navigate away. */
  onSaved: () => void;
}

/** Saves the navigation. */
export function useMenuSave({ instanceId, editor, onSaved }: MenuSaveOptions) {
  const notify = useNotify();
  const save = useSaveMenu(instanceId);
  const notifyMerged = useNotifyMerged();

  const prepare = (): PreparedSave => {
    const base = editor.read(editor.base);
    const draft = editor.read(editor.draft);
    const changes = changesOf(base, draft);
    const countOf = (kind: number) => changes.filter(({ status }) => status === kind).length;
    return {
      body: { menu: changes, version: base.version },
      before: base.menu,
      counts: {
        added: countOf(fieldStatus.added),
        updated: countOf(fieldStatus.updated),
        removed: countOf(fieldStatus.removed),
      },
      unlinked: unlinkedNames(base, draft),
    };
  };
  const flow = useSaveFlow<PreparedSave, Conflict<MenuBase>>({
    send: async ({ body, before }) => {
      // A merge may leave nothing to save.
      if (body.menu.length > 0) await save.mutateAsync({ ...body, before });
      onSaved();
      return true;
    },
    theirsOf: (error) => {
      const current = currentMenuOf(error);
      return current && { theirs: baseOf(current), saved: savedByOf(error) };
    },
    merge: (error) => {
      const current = currentMenuOf(error);
      if (!current) return undefined;
      const theirs = baseOf(current);
      const menus = { base: editor.read(editor.base).draft, theirs: theirs.draft, mine: editor.read(editor.draft) };
      const merged = mergeEdits(menus);
      if (!merged) return undefined;
      editor.startFrom(theirs, merged.draft);
      notifyMerged(savedByOf(error), merged.names, { noun: 'the navigation', parts: 'entries' });
      return prepare();
    },
    onFailed: (error, { body }) => {
      throw error instanceof HttpError ? withNames(error, body) : error;
    },
  });

  const start = () => {
    if (flow.isClosed()) return;
    if (editor.read(editor.isDirty)) flow.openConfirm(prepare());
    else notify.info(texts.noChangesToSave);
  };

  return { ...flow, start, isPending: save.isPending };
}

/** The error with its messages under the names of the entries. */
function withNames(error: HttpError, { menu: changes }: SaveMenu): HttpError {
  const { fields, ...body } = error.body;
  if (!fields) return error;
  const named = Object.entries(fields).map(([path, reason]) => {
    const [, index] = /^menu\.(\d+)\./.exec(path) ?? [];
    return [index === undefined ? 'The navigation:' : `“${changes[Number(index)]?.label}”:`, reason];
  });
  return new HttpError(error.status, { ...body, fields: Object.fromEntries(named) }, error.eventId);
}
