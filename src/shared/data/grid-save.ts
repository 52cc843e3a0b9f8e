import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import {
  type Import,
  type ImportedRow,
  imports,
  type UploadedRows,
} from '@quartermaster/contract/endpoints/imports.ts';
import { errorDetail } from '../http/error-detail.ts';
import { errorText } from '../http/error-text.ts';
import { HttpError, isRefusal } from '../http/http-error.ts';
import { readAnswer } from '../http/read-answer.ts';
import { useFileCall } from '../services/file-call.ts';
import { type Request, useRequest } from '../services/request.ts';
import { type Applied, useUndoableChange, type Waiting } from './apply-changes.ts';
import { importQueries, isRunning } from './imports.ts';

/** Items of a grid as records of JSON lines. */
export interface GridSave {
  lines: string;
  /** The same in a retry after a lost response, so that nothing is saved twice. */
  idempotencyKey: string;
}

/** A save of a grid: applied whole, or not at all because of some rows. */
export type GridSaved =
  | { isSaved: true; import: Import; rows: ImportedRow[]; addedIds: number[]; changedIds: ReadonlySet<number> }
  | { isSaved: false; rows: ImportedRow[] };

/** Rows of an import per call. */
const rowsPerCall = 1000;

/** A save that has ended without a change. */
class SaveEndedError extends Error {}

/** A save that was accepted, and whose end is not known. */
class SaveUnknownError extends Error {}

/** True unless a failed save has certainly changed nothing: it may have been applied, and is repeated with its key. */
export const isUnanswered = (error: unknown): boolean => !isRefusal(error) && !(error instanceof SaveEndedError);

/** The answer of an upload, also if it was refused for some of its rows. */
async function uploadedOf(response: Response): Promise<UploadedRows> {
  try {
    return (await readAnswer(response)) as UploadedRows;
  } catch (error) {
    const refused = errorDetail(error, 'import') as Import | undefined;
    if (!refused || !(error instanceof HttpError) || ![409, 422].includes(error.status)) throw error;
    return { import: refused, rows: (errorDetail(error, 'rows') as ImportedRow[] | undefined) ?? [] };
  }
}

/** The rows of a checked import that prevent it from being applied. */
async function blockingRows(request: Request, instanceId: number, { import: checked, rows }: UploadedRows) {
  const { conflict, refused } = checked.counts;
  const found = rows.filter(({ outcome }) => outcome === 'conflict' || outcome === 'refused');
  if (found.length >= conflict + refused) return found;
  const all: ImportedRow[] = [];
  for (const outcome of ['conflict', 'refused'] as const) {
    let cursor: string | null = null;
    do {
      const query = { outcome, limit: rowsPerCall, ...(cursor !== null && { cursor }) };
      const page: { rows: ImportedRow[]; next_cursor: string | null } = await request(imports.listRows, {
        params: { instanceId, importId: checked.id },
        query,
      });
      all.push(...page.rows);
      cursor = page.next_cursor;
    } while (cursor !== null);
  }
  return all;
}

/** The ids of the items that a change set has created, in the order of their creation, and of those that it has changed. */
async function savedIdsOf(request: Request, instanceId: number, changeSetId: number) {
  const addedIds: number[] = [];
  const changedIds = new Set<number>();
  let cursor: string | null = null;
  do {
    const query = { limit: rowsPerCall, ...(cursor !== null && { cursor }) };
    const page: { items: { id: number; change: string }[]; next_cursor: string | null } = await request(
      changeSets.listItems,
      { params: { instanceId, changeSetId }, query },
    );
    for (const { id, change } of page.items) {
      if (change === 'added') addedIds.push(id);
      else changedIds.add(id);
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
  return { addedIds: addedIds.sort((a, b) => a - b), changedIds };
}

/** What has become of a save that was accepted, once it has ended. */
async function outcomeOf(
  request: Request,
  instanceId: number,
  uploaded: UploadedRows,
  { wait }: Waiting,
): Promise<GridSaved> {
  const { import: started } = uploaded;
  const query = importQueries.get(request, instanceId, started.id);
  const now = isRunning(started) ? await wait(query, (one) => !isRunning(one)) : started;
  if (now.state === 'failed' || now.state === 'cancelled')
    throw new SaveEndedError(now.error ?? 'The save was cancelled. Nothing was changed.');
  if (now.state === 'checked')
    return { isSaved: false, rows: await blockingRows(request, instanceId, { ...uploaded, import: now }) };
  const { counts, change_set_id: changeSetId } = now;
  const isKnown = counts.added === 0 && uploaded.rows.length >= counts.changed + counts.unchanged;
  const ids =
    isKnown || changeSetId === null
      ? { addedIds: [], changedIds: new Set<number>() }
      : await savedIdsOf(request, instanceId, changeSetId);
  return { isSaved: true, import: now, rows: uploaded.rows, ...ids };
}

const savedCount = ({ counts }: Import) => counts.added + counts.changed;

/** Saves a grid as one change set. The page shows failures, and what was refused, itself. */
export function useSaveGrid(instanceId: number, templateId: string, textOf: (items: number) => string) {
  const request = useRequest();
  const call = useFileCall();
  return useUndoableChange(instanceId, {
    of: 'saveGrid',
    apply: async ({ lines, idempotencyKey }: GridSave, waiting): Promise<Applied & { saved: GridSaved }> => {
      const query = { origin: 'grid', match: 'id', idempotency_key: idempotencyKey };
      const body = new Blob([lines], { type: 'application/jsonl' });
      const response = await call(
        imports.upload,
        { params: { instanceId, templateId }, query },
        { body, type: 'application/jsonl' },
      );
      const uploaded = await uploadedOf(response);
      const saved = await outcomeOf(request, instanceId, uploaded, waiting).catch((error: unknown) => {
        throw isRefusal(error) ? new SaveUnknownError(errorText(error), { cause: error }) : error;
      });
      if (!saved.isSaved) return { id: null, text: undefined, saved };
      const count = savedCount(saved.import);
      const done = { type: 'saved', what: 'items', instanceId, templateId, count } as const;
      return { id: saved.import.change_set_id, text: textOf(count), saved, ...(count > 0 && { done }) };
    },
  });
}
