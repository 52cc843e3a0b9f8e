import type { ImportMatch, ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import { chosenNodes } from '@quartermaster/contract/sheets/sheet-fields.ts';
import { checkImport } from '../../content/change-sets/imports/check-import.ts';
import { type FileIndex, indexFile } from '../../content/change-sets/imports/file-index.ts';
import type { CheckedRow, FileRow, Part } from '../../content/change-sets/imports/import-row.ts';
import { partsInMemory } from '../../content/change-sets/imports/parts-in-memory.ts';
import { matchingOf, readRequest } from '../../content/change-sets/imports/read-request.ts';
import { readVersionsNow } from '../../content/change-sets/imports/revision-repository.ts';
import { immediateLimits } from '../../content/change-sets/run/apply-now.ts';
import type { ListBody } from '../../content/lists/list-items.ts';
import { readMatching } from '../../content/lists/stream-items.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import type { Records } from '../../core/http/records.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import type { ImportRequest } from '../../core/tables/imports.ts';
import { importableTemplate } from './import-service.ts';
import { receiveRows } from './receive-rows.ts';

/** Rows that are only checked. They are held in memory, so that nothing of them is left. */
export interface RowsToCheck {
  model: TemplateModel;
  request: ImportRequest;
  parts: readonly Part<FileRow>[];
  bytes: number;
}

/** What rows are about, and how they find their items. */
interface CheckOptions {
  templateId: string;
  /** The only fields that rows can name; all if undefined. */
  fields: readonly string[] | undefined;
  match?: ImportMatch;
  key?: string;
  ignore_unknown?: boolean;
}

const tooLarge = (): AppError =>
  new AppError('too_large', {
    message: 'An address checks at most 1,000 rows, with items of at most 4 MiB, at once. Send fewer rows.',
  });

/** Reads rows; throws 422 for a column of another field or of none, and 413 for more rows than a call checks. */
export async function readRowsToCheck(
  { database: { query } }: Deps,
  caller: InstanceCaller,
  records: Records<Readonly<Record<string, unknown>>>,
  { templateId, fields, ignore_unknown: ignoresUnknown = false, ...options }: CheckOptions,
): Promise<RowsToCheck> {
  const model = await importableTemplate(query, caller.instanceId, templateId);
  const refuse = () => Promise.reject(tooLarge());
  const part = chosenNodes(model.tree, fields);
  const reading = { tree: model.tree, part, ignoresUnknown, withTotals: true };
  const { parts = [], bytes } = await receiveRows(records, reading, refuse);
  return { model, request: readRequest(model, options, caller), parts: parts, bytes };
}

/** What an import of the rows would do, those in conflict and refused first. Items that are not in the list are as if there were none. */
export async function checkOnly(
  deps: Deps,
  read: RowsToCheck,
  list: Pick<ListBody, 'filters' | 'search'>,
): Promise<CheckedRow[]> {
  const { query } = deps.database;
  const { model, request, parts } = read;
  const matching = matchingOf(model, request);
  const indexOf = (some: readonly Part<FileRow>[]) => indexFile(query, model, matching, partsInMemory(some).read);
  const index = await indexOf(parts);
  await refuseLarge(query, read, index);
  const { inside, outside } = byList(model, parts, index, await readMatching(query, model, list));
  const store = partsInMemory(inside);
  const insideIndex = outside.length > 0 ? await indexOf(inside) : index;
  await checkImport(deps, { model, ...request, ...matching }, store, insideIndex);
  const rows = [...store.checked.flatMap((part) => part.rows), ...outside];
  return rows.toSorted((a, b) => orderOf(a.outcome) - orderOf(b.outcome) || a.line - b.line);
}

async function refuseLarge(query: Query, { model, bytes }: RowsToCheck, index: FileIndex): Promise<void> {
  const items = await readVersionsNow(query, model.key, [...index.items()]);
  const all = [...items.values()].reduce((sum, item) => sum + item.bytes, bytes);
  if (all > immediateLimits.bytes) throw tooLarge();
}

/** Takes out the rows whose items are not in the list of an address, as if there were no such items. */
function byList(
  { label }: TemplateModel,
  parts: readonly Part<FileRow>[],
  index: FileIndex,
  listed: ReadonlySet<number> | undefined,
): { inside: readonly Part<FileRow>[]; outside: CheckedRow[] } {
  if (!listed) return { inside: parts, outside: [] };
  const outside: CheckedRow[] = [];
  let at = 0;
  const isInside = (row: FileRow): boolean => {
    const id = index.itemOf(at);
    at += 1;
    if (id === null || listed.has(id)) return true;
    const reason = row.id === id ? `there is no item ${id} in ${label}` : 'its key is that of no item in the list';
    outside.push({
      ...{ line: row.line, outcome: 'refused', id: null, version: null, label: '' },
      refusal: { field_id: 'fields', reason },
    });
    return false;
  };
  return { inside: parts.map((part) => ({ ...part, rows: part.rows.filter(isInside) })), outside };
}

const orderOf = (outcome: ImportOutcome): number => (outcome === 'conflict' ? 0 : outcome === 'refused' ? 1 : 2);
