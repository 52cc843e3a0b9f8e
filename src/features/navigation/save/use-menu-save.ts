import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { currentMenuOf, type SaveMenu, useSaveMenu } from '../../../shared/data/menu.ts';
import { useSaveFlow } from '../../../shared/form/use-save-flow.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { texts } from '../../../shared/ui/texts.ts';
import type { MenuEditor } from '../model/menu-actions.ts';
import { changesOf, unlinkedNames } from '../model/menu-changes.ts';
import { baseOf, type MenuBase } from '../model/menu-draft.ts';

/** A save awaiting confirmation. */
interface PreparedSave {
  body: SaveMenu;
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
  const flow = useSaveFlow<PreparedSave, MenuBase>({
    send: async ({ body }) => {
      await save.mutateAsync(body);
      onSaved();
      return true;
    },
    theirsOf: (error) => {
      const current = currentMenuOf(error);
      return current && baseOf(current);
    },
    onFailed: (error, { body }) => {
      throw error instanceof HttpError ? withNames(error, body) : error;
    },
  });

  const start = () => {
    if (flow.isClosed()) return;
    if (!editor.read(editor.isDirty)) return notify.info(texts.noChangesToSave);
    const base = editor.read(editor.base);
    const draft = editor.read(editor.draft);
    const changes = changesOf(base, draft);
    const countOf = (wanted: number) => changes.filter(({ status }) => status === wanted).length;
    flow.openConfirm({
      body: { menu: changes, version: base.version },
      counts: {
        added: countOf(fieldStatus.added),
        updated: countOf(fieldStatus.updated),
        removed: countOf(fieldStatus.removed),
      },
      unlinked: unlinkedNames(base, draft),
    });
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
