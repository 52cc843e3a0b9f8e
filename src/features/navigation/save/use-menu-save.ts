import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import { useRef } from 'react';
import { useIsOwnSave } from '../../../shared/data/accounts.ts';
import { currentMenuOf, type SaveMenu, useSaveMenu } from '../../../shared/data/menu.ts';
import { savedByOf } from '../../../shared/data/saved-by.ts';
import { useSaveFlow } from '../../../shared/form/use-save-flow.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { meanwhileText } from '../../../shared/ui/meanwhile-text.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { mergeEdits } from '../model/compare-edits.ts';
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

/** The menu that was saved first, and by whom. */
export interface Conflict {
  theirs: MenuBase;
  saved: SavedBy | undefined;
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
  const isOwnSave = useIsOwnSave();

  /** Puts the draft on top of the menu with which its save conflicts; false if a person has to decide. */
  const mergeStale = (error: unknown): boolean => {
    const current = currentMenuOf(error);
    if (!current) return false;
    const theirs = baseOf(current);
    const menus = { base: editor.read(editor.base).draft, theirs: theirs.draft, mine: editor.read(editor.draft) };
    const merged = mergeEdits(menus);
    if (!merged) return false;
    editor.startFrom(theirs, merged.draft);
    const saved = savedByOf(error);
    const author = { by: saved?.by, isOwn: saved !== undefined && isOwnSave(saved) };
    notify.info(meanwhileText(author, merged.names, { whole: 'the navigation', parts: 'entries' }));
    return true;
  };
  const prepareBody = (): SaveMenu => {
    const base = editor.read(editor.base);
    return { menu: changesOf(base, editor.read(editor.draft)), version: base.version };
  };
  /** The save that is sent: a merged one has another body than the one that was confirmed. */
  const sent = useRef<SaveMenu>(undefined);
  const sendOnce = async (body: SaveMenu): Promise<void> => {
    sent.current = body;
    if (body.menu.length > 0) await save.mutateAsync(body);
  };
  const flow = useSaveFlow<PreparedSave, Conflict>({
    send: async ({ body }) => {
      try {
        await sendOnce(body);
      } catch (error) {
        if (!mergeStale(error)) throw error;
        await sendOnce(prepareBody());
      }
      onSaved();
      return true;
    },
    theirsOf: (error) => {
      const current = currentMenuOf(error);
      return current && { theirs: baseOf(current), saved: savedByOf(error) };
    },
    onFailed: (error, { body }) => {
      throw error instanceof HttpError ? withNames(error, sent.current ?? body) : error;
    },
  });

  const start = () => {
    if (flow.isClosed()) return;
    if (!editor.read(editor.isDirty)) return notify.info(texts.noChangesToSave);
    const base = editor.read(editor.base);
    const draft = editor.read(editor.draft);
    const body = prepareBody();
    const { menu: changes } = body;
    const countOf = (wanted: number) => changes.filter(({ status }) => status === wanted).length;
    flow.openConfirm({
      body,
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
