import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import {
  type Import,
  type ImportDecisions,
  type ImportMatch,
  type ImportOutcome,
  imports,
  type UploadedRows,
} from '@quartermaster/contract/endpoints/imports.ts';
import type { BeforeAndAfter } from '@quartermaster/contract/endpoints/items.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '../http/http-error.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import { readAnswer } from '../http/read-answer.ts';
import { useFileCall } from '../services/file-call.ts';
import { type Request, useRequest } from '../services/request.ts';
import { type Applied, useUndoableChange } from './apply-changes.ts';
import { isApplied } from './until-applied.ts';

/** How many rows of an import are shown at a time. */
const rowsPerPage = 25;

/** True while an import is checked or applied by a job. */
export const isRunning = ({ state }: Import): boolean => state === 'checking' || state === 'applying';

/** Imports of an instance. */
export const importQueries = {
  /** One of them. */
  get: (request: Request, instanceId: number, importId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.imports(instanceId), 'get', importId],
      queryFn: async ({ signal }) => (await request(imports.get, { params: { instanceId, importId } }, signal)).import,
      enabled: importId > 0,
      staleTime: 0,
      meta: { title: 'Import', quiet: isRefusal, isRunning },
    }),
  /** Its rows, of one outcome or all, page by page. */
  rows: (
    request: Request,
    instanceId: number,
    importId: number,
    { outcome, cursor }: { outcome: ImportOutcome | undefined; cursor: string | null },
  ) =>
    queryOptions({
      queryKey: [...queryKeys.instance.imports(instanceId), 'rows', importId, outcome, cursor],
      queryFn: ({ signal }) => {
        const query = { limit: rowsPerPage, ...(outcome && { outcome }), ...(cursor !== null && { cursor }) };
        return request(imports.listRows, { params: { instanceId, importId }, query }, signal);
      },
      placeholderData: keepUnder([...queryKeys.instance.imports(instanceId), 'rows', importId]),
      // The part of the page with the rows shows it.
      meta: { title: 'Rows', quiet: true },
    }),
  /** The check of rows that are not applied; `id` tells it from those of others. The component that asks for it drops it. */
  check: (call: FileCall, instanceId: number, rows: CheckRows, id: string) =>
    queryOptions({
      queryKey: [...queryKeys.instance.edits(instanceId), 'rows', id],
      queryFn: ({ signal }) => checkRows(call, instanceId, rows, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { title: 'Check the rows', quiet: true },
    }),
  /** Its first refused rows, to be grouped. */
  refused: (request: Request, instanceId: number, importId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.imports(instanceId), 'refused', importId],
      queryFn: () => fetchRefusedRows(request, instanceId, importId, groupedRows),
      meta: { title: 'Refused rows', quiet: true },
    }),
};

/** How many refused rows are grouped. */
const groupedRows = 5000;

/** The refused rows, all for a download. */
export async function fetchRefusedRows(request: Request, instanceId: number, importId: number, most = Infinity) {
  const rows: Awaited<ReturnType<typeof request<typeof imports.listRows>>>['rows'] = [];
  let cursor: string | null = null;
  do {
    const query: { outcome: ImportOutcome; limit: number; cursor?: string } = { outcome: 'refused', limit: 1000 };
    if (cursor !== null) query.cursor = cursor;
    const page: Awaited<ReturnType<typeof request<typeof imports.listRows>>> = await request(imports.listRows, {
      params: { instanceId, importId },
      query,
    });
    rows.push(...page.rows);
    cursor = page.next_cursor;
  } while (cursor !== null && rows.length < most);
  return rows;
}

/** A number field before and after a checked import. */
export const drawImport = async (
  request: Request,
  instanceId: number,
  importId: number,
  body: Input<typeof imports.chart>['body'],
  signal: AbortSignal,
): Promise<BeforeAndAfter> => (await request(imports.chart, { params: { instanceId, importId }, body }, signal)).chart;

/** Rows to check, and how they find their items. */
export interface CheckRows {
  templateId: string;
  /** Writes them as JSON lines. */
  write: () => Promise<Blob>;
  match?: ImportMatch | undefined;
  /** The unique field to match by. */
  key?: string | undefined;
}

type FileCall = ReturnType<typeof useFileCall>;

async function checkRows(
  call: FileCall,
  instanceId: number,
  { templateId, write, match, key }: CheckRows,
  signal?: AbortSignal,
): Promise<Import> {
  const input = { params: { instanceId, templateId }, query: { dry_run: true, match, key } };
  const init = { body: await write(), type: 'application/jsonl', ...(signal && { signal }) };
  return ((await readAnswer(await call(imports.upload, input, init))) as UploadedRows).import;
}

/** Writes rows, sends and checks them; nothing is changed. The page shows failures itself. */
export function useCheckRows(instanceId: number) {
  const call = useFileCall();
  return useMutation({
    mutationFn: (rows: CheckRows) => checkRows(call, instanceId, rows),
    meta: { of: 'checkRows' },
  });
}

/** Deletes the rows of a check that nobody decides about any more; those of others are deleted after a day. */
export const dropImport = async (request: Request, instanceId: number, importId: number): Promise<void> => {
  await request(imports.cancel, { params: { instanceId, importId } }).catch(() => undefined);
};

interface ApplyImport {
  importId: number;
  decisions: ImportDecisions;
  text: (imported: Import) => string;
}

/** Applies a checked import. The page shows failures itself. */
export function useApplyImport(instanceId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  return useUndoableChange(instanceId, {
    of: 'applyImport',
    apply: async ({ importId, decisions, text }: ApplyImport, { wait }): Promise<Applied> => {
      const query = importQueries.get(request, instanceId, importId);
      const { import: started } = await request(imports.apply, { params: { instanceId, importId }, body: decisions });
      queries.setQueryData(query.queryKey, started);
      const now = isRunning(started) ? await wait(query, (one) => !isRunning(one)) : started;
      if (!isApplied({ state: runStateOf(now), failure: now.error ?? failedText }))
        return { id: null, text: undefined };
      const { template_id: templateId, counts, change_set_id: id } = now;
      const count = counts.added + counts.changed;
      return { id, text: text(now), done: { type: 'saved', what: 'items', instanceId, templateId, count } };
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.instance.imports(instanceId) }),
  });
}

const failedText = 'The import failed. Nothing was changed. Check the rows again.';

const runStateOf = ({ state }: Import) =>
  state === 'applied' || state === 'failed' || state === 'cancelled' ? state : 'running';

/** Cancels an import that is checked or applied: nothing is changed then. */
export function useCancelImport(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (importId: number) => request(imports.cancel, { params: { instanceId, importId } }),
    meta: { of: 'cancelImport', invalidates: [queryKeys.instance.imports(instanceId)] },
  });
}
