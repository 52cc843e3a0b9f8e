import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { useQueryClient } from '@tanstack/react-query';
import { menuQueries, type SaveMenu, useSaveMenu } from '../../../shared/data/menu.ts';
import { useSaveDialogs } from '../../../shared/form/use-save-dialogs.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
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

interface SaveFlowOptions {
  instanceId: number;
  editor: MenuEditor;
  /** Runs after a save; this is where to navigate away. */
  onSaved: () => void;
}

/** The steps of a save: confirm, send, and resolve a conflict if another member saved first. */
export function useSaveFlow({ instanceId, editor, onSaved }: SaveFlowOptions) {
  const queries = useQueryClient();
  const request = useRequest();
  const notify = useNotify();
  const save = useSaveMenu(instanceId);
  const dialogs = useSaveDialogs<PreparedSave, MenuBase>();

  const start = () => {
    if (save.isPending) return;
    if (!editor.read(editor.isDirty)) return notify.info(texts.noChangesToSave);
    const base = editor.read(editor.base);
    const draft = editor.read(editor.draft);
    const changes = changesOf(base, draft);
    const countOf = (wanted: number) => changes.filter(({ status }) => status === wanted).length;
    dialogs.openConfirm({
      body: { menu: changes, version: base.version },
      counts: {
        added: countOf(fieldStatus.added),
        updated: countOf(fieldStatus.updated),
        removed: countOf(fieldStatus.removed),
      },
      unlinked: unlinkedNames(base, draft),
    });
  };

  const confirm = async () => {
    if (!dialogs.pending) return;
    const { body } = dialogs.pending;
    try {
      await save.mutateAsync(body);
    } catch (error) {
      const current = error instanceof HttpError && error.status === 409 ? menuOf(error.body.details) : undefined;
      if (!current) throw error instanceof HttpError ? withNames(error, body) : error;
      queries.setQueryData(menuQueries.list(request, instanceId).queryKey, current);
      dialogs.closeConfirm();
      dialogs.openConflict(baseOf(current));
      return;
    }
    onSaved();
  };

  return { ...dialogs, start, confirm, isPending: save.isPending };
}

/** The server's current menu, if the error contains it. */
const menuOf = (details: unknown): Output<typeof menu.list> | undefined =>
  typeof details === 'object' && details !== null && 'menu' in details
    ? (details as Output<typeof menu.list>)
    : undefined;

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
