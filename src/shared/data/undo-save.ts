import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu, type SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { ErrorName } from '@quartermaster/contract/errors.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useMutation } from '@tanstack/react-query';
import { HttpError } from '../http/http-error.ts';
import { contentChanged, contentDoubted, queryKeys } from '../http/query-keys.ts';
import type { ToastOffer } from '../http/query-meta.ts';
import type { Request } from '../services/request.ts';
import { useServices } from '../services/services.ts';
import { isChangedSinceCheck, restorePath } from './history.ts';
import { keyOfAll } from './items.ts';

/** A save that was made: what it has made, as the answer says. */
interface Saved {
  /** The name of what was saved. */
  name: string;
}

interface SavedItem extends Saved {
  what: 'item';
  templateId: string;
  id: number;
  version: number;
  isNew: boolean;
}

interface SavedTemplate extends Saved {
  what: 'template';
  templateId: string;
  version: number;
  isNew: boolean;
  /** True if it has changed values of items that no version of the template brings back. */
  losesValues: boolean;
}

interface SavedMenu extends Saved {
  what: 'navigation';
  version: string;
  /** The changes that take back those of the save. */
  opposite: SaveMenuNode[];
}

/** A save of content that can be undone. */
export type UndoableSave = SavedItem | SavedTemplate | SavedMenu;

/** `ask` if a person has to decide, as something does not come back; a `reason` if the undo is refused. */
type Outcome = 'undone' | 'ask' | { reason: string };

const changedSince = (name: string): Outcome => ({
  reason: `“${name}” was changed since, so nothing was undone. The history has each of its versions.`,
});

/** Moves a new item to the trash, if it is as it was created. */
async function undoNewItem(
  request: Request,
  instanceId: number,
  { templateId, id, version }: SavedItem,
): Promise<Outcome> {
  await request(items.delete, { params: { instanceId, templateId, id }, query: { version } });
  return 'undone';
}

/** Restores the version directly before a save: what others had saved until then stays. */
async function undoItem(request: Request, instanceId: number, saved: SavedItem): Promise<Outcome> {
  if (saved.isNew) return undoNewItem(request, instanceId, saved);
  const { name, templateId, id, version: seen } = saved;
  const params = { instanceId, templateId, id };
  const version = seen - 1;
  const { diff, missing, refusals } = await request(history.checkItem, { params, query: { version } });
  if (diff.target?.version !== seen) return changedSince(name);
  if (missing.length > 0 || refusals.length > 0) return 'ask';
  await request(history.restoreItem, { params, body: { version, seen } });
  return 'undone';
}

/** Moves a new template to the trash, if it is as it was created and has no items. */
async function undoNewTemplate(request: Request, instanceId: number, { name, templateId, version }: SavedTemplate) {
  const { templates: all } = await request(templates.list, { params: { instanceId } });
  const now = all.find(({ id }) => id === templateId);
  if (now?.header.version !== version) return changedSince(name);
  if (now.item_count > 0) return { reason: `“${name}” has items since, so it was not deleted.` };
  await request(templates.delete, { params: { instanceId, templateId }, query: { version } });
  return 'undone';
}

/** Restores the version directly before a save, with the values of items; asks first if some of them would be lost. */
async function undoTemplate(request: Request, instanceId: number, saved: SavedTemplate): Promise<Outcome> {
  if (saved.isNew) return undoNewTemplate(request, instanceId, saved);
  const { name, templateId, version: seen, losesValues } = saved;
  const params = { instanceId, templateId };
  const version = seen - 1;
  const { diff, missing, refusals } = await request(history.checkTemplate, { params, query: { version } });
  if (diff.target?.version !== seen) return changedSince(name);
  const isLost = (diff.effects ?? []).some(
    ({ status, items: count, unrestorable }) => (status === fieldStatus.removed && count > 0) || unrestorable.count > 0,
  );
  if (losesValues || isLost || missing.length > 0 || refusals.length > 0) return 'ask';
  await request(history.restoreTemplate, { params, body: { version, seen } });
  return 'undone';
}

/** Saves the opposite, as changes of the menu by new templates have no version in its history that could be restored. */
async function undoMenu(request: Request, instanceId: number, { version, opposite }: SavedMenu): Promise<Outcome> {
  await request(menu.save, { params: { instanceId }, body: { menu: opposite, version } });
  return 'undone';
}

async function undoSave(request: Request, instanceId: number, saved: UndoableSave): Promise<Outcome> {
  try {
    if (saved.what === 'item') return await undoItem(request, instanceId, saved);
    if (saved.what === 'template') return await undoTemplate(request, instanceId, saved);
    return await undoMenu(request, instanceId, saved);
  } catch (error) {
    if (isChangedSinceCheck(error)) return changedSince(saved.name);
    throw error;
  }
}

/** The address of the versions of what was saved. */
function historyOf(instanceId: number, saved: UndoableSave): string {
  if (saved.what === 'item') return pathTo(paths.itemHistory, { instanceId, ...saved });
  if (saved.what === 'template') return pathTo(paths.templateHistory, { instanceId, ...saved });
  return `${paths.menuHistory}?instance=${instanceId}`;
}

/** The pages that do not exist without a new item or template, and where they lead to instead. */
function leftPages(instanceId: number, saved: UndoableSave): { pages: string[]; to: string } | undefined {
  if (saved.what === 'navigation' || !saved.isNew) return undefined;
  const { templateId } = saved;
  const list = pathTo(paths.items, { instanceId, templateId });
  if (saved.what === 'item') return { pages: [pathTo(paths.item, { instanceId, ...saved })], to: list };
  return { pages: [list, pathTo(paths.template, { instanceId, templateId })], to: paths.home };
}

const undoneText = (saved: UndoableSave): string => {
  if (saved.what === 'navigation' || !saved.isNew) return 'Save undone';
  return saved.what === 'item' ? 'New item moved to the trash' : 'New template moved to the trash';
};

const isRunning = (error: unknown): boolean =>
  error instanceof HttpError &&
  (['busy', 'running'] satisfies ErrorName[] as string[]).includes(error.body.error) &&
  error.status === 409;

/** How often an undo is retried, once a second, while a change of the template writes the items. */
const runningRetries = 30;

/**
 * Undoes a save right away, if nothing was saved since; if something would not come back, the history opens with the question whether to restore
 * the version before.
 */
export function useUndoSave(instanceId: number) {
  const { request, follow: open, isAt } = useServices();
  const undo = useMutation({
    retry: (failures, error) => isRunning(error) && failures < runningRetries,
    retryDelay: 1000,
    mutationFn: (saved: UndoableSave) => undoSave(request, instanceId, saved),
    onSuccess: (outcome, saved) => {
      if (outcome === 'ask' && saved.what !== 'navigation')
        open(restorePath(historyOf(instanceId, saved), saved.version - 1), true);
      const left = outcome === 'undone' ? leftPages(instanceId, saved) : undefined;
      if (left?.pages.some(isAt)) open(left.to, false);
    },
    meta: {
      of: 'undoSave',
      success: (outcome, saved) => (outcome === 'undone' ? undoneText(saved as UndoableSave) : undefined),
      name: (_, saved) => (saved as UndoableSave).name,
      failed: (outcome) => (typeof outcome === 'object' ? (outcome as { reason: string }).reason : undefined),
      offer: (outcome, saved) =>
        outcome === 'undone'
          ? undefined
          : { label: 'Open the history', to: historyOf(instanceId, saved as UndoableSave) },
      removes: (outcome) =>
        outcome === 'undone'
          ? [
              { queryKey: keyOfAll('get', instanceId), type: 'inactive' },
              { queryKey: [...queryKeys.instance.templates(instanceId), 'get'], type: 'inactive' },
            ]
          : [],
      // What was shown may be why it was refused, or the answer was lost.
      changesDespiteFailure: true,
      invalidates: (_, outcome) => [outcome === 'undone' ? contentChanged : contentDoubted],
    },
  });
  const offer = (saved: UndoableSave): ToastOffer => ({ label: 'Undo', run: () => undo.mutate(saved) });
  return { ...undo, offer };
}
