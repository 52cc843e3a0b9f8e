import { createHash } from 'node:crypto';
import { refusalOf } from '@quartermaster/contract/access.ts';
import { notField, type Vocabulary } from '@quartermaster/contract/content/field-names.ts';
import { mayEditReadOnly, newItem } from '@quartermaster/contract/endpoints/items.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { createSheetReader } from '@quartermaster/contract/sheets/read-row.ts';
import { systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import { stillChanging } from '../../content/change-sets/door/wait.ts';
import { type CheckedTemplate, checkTemplates } from '../../content/change-sets/imports/check-import.ts';
import { indexFile, type Matching } from '../../content/change-sets/imports/file-index.ts';
import {
  type CheckedRow,
  countOutcomes,
  type FileRow,
  type OutcomeCounts,
} from '../../content/change-sets/imports/import-row.ts';
import { partsInMemory } from '../../content/change-sets/imports/parts-in-memory.ts';
import { readMatching } from '../../content/change-sets/imports/read-request.ts';
import { readVersionsNow } from '../../content/change-sets/imports/revision-repository.ts';
import { immediateLimits } from '../../content/change-sets/run/apply-now.ts';
import type { AskDeps } from '../../content/checks/ask-checks.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { findTemplate } from '../../content/model/template-models.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import type { ProposedChanges } from '../../core/tables/proposals.ts';

/** What the rows of a check may do. */
export interface Rights {
  mayCreate: boolean;
  mayEditReadOnly: boolean;
}

/** The rights of the applier count, not those of the proposer. */
export const proposing = ({ grants }: InstanceCaller): Rights => ({
  mayCreate: grants.env === 'Dev',
  mayEditReadOnly: true,
});

/** What a caller could apply; for one who cannot apply anything, what others could. */
export function rightsOf(caller: InstanceCaller): Rights {
  const { grants } = caller;
  if (refusalOf(proposals.apply, grants) !== null) return proposing(caller);
  return { mayCreate: refusalOf(newItem, grants) === null, mayEditReadOnly: mayEditReadOnly(grants) };
}

/** The rows of a template; without a model, they are all refused. */
export interface CheckedPart {
  templateId: string;
  model: TemplateModel | undefined;
  rows: readonly CheckedRow[];
}

export interface CheckedChanges {
  parts: readonly CheckedPart[];
  counts: OutcomeCounts;
  newRows: number;
}

/** Changes of a template that can be read, or the reason why they cannot. */
export type ReadChanges = ProposedChanges &
  ReadingOptions &
  ({ model: TemplateModel; matching: Matching } | { problem: string });

interface ReadingOptions {
  /** Stored items name fields by ids only, as fields can be renamed while a proposal is open. */
  vocabulary: Vocabulary;
  ignoresUnknown: boolean;
}

/** Finds the templates of stored changes, which may have been changed or deleted since. */
export async function readStored(
  query: Query,
  instanceId: number,
  changes: readonly ProposedChanges[],
): Promise<ReadChanges[]> {
  const read: ReadChanges[] = [];
  for (const one of changes) {
    const model = await findTemplate(query, instanceId, one.template_id);
    if (model?.change) throw stillChanging();
    read.push({
      ...{ ...one, vocabulary: 'ids', ignoresUnknown: false },
      ...(model ? matchStored(model, one) : { problem: `there is no template ${one.template_id} any more` }),
    });
  }
  return read;
}

function matchStored(model: TemplateModel, { match, key }: ProposedChanges) {
  try {
    const requested = { ...(match && { match }), ...(key !== undefined && { key }) };
    return { model, matching: readMatching(model, requested, 'ids') };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const field = key === undefined ? 'key field' : `field ${key} with unique values`;
    return { problem: `the template has no ${field} any more` };
  }
}

interface Options {
  rights: Rights;
  /** Lines that are treated as if they were not proposed. */
  without?: ReadonlySet<number>;
}

/** Determines what changes would do to the current items; throws 413 if rows and items do not fit into memory. */
export async function checkChanges(
  deps: AskDeps,
  changes: readonly ReadChanges[],
  { rights, without = new Set() }: Options,
): Promise<CheckedChanges> {
  const { query } = deps.database;
  const parts: (CheckedPart | { templateId: string; checked: ReturnType<typeof partsInMemory> })[] = [];
  const checked: (CheckedTemplate & { store: ReturnType<typeof partsInMemory> })[] = [];
  const before = { rows: 0, newRows: 0 };
  let line = 1;
  let bytes = changes
    .flatMap(({ items }) => items)
    // A stored proposal has versions that the sent one may not have had.
    .reduce((sum, { [systemColumns.version]: _, ...item }) => sum + Buffer.byteLength(JSON.stringify(item)), 0);
  if (bytes > immediateLimits.bytes) throw tooLarge();
  for (const one of changes) {
    const templateId = one.template_id;
    const rows = readRows(one, line).filter((row) => !without.has(row.line));
    line += one.items.length;
    if ('problem' in one) {
      parts.push({ templateId, model: undefined, rows: rows.map((row) => unreadable(row, one.problem)) });
      continue;
    }
    const { model, matching } = one;
    const store = partsInMemory([{ part: 0, rows }]);
    const source = { name: 'proposal', before: { ...before } } as const;
    const index = await indexFile(query, model, matching, store.read, source);
    const states = await readVersionsNow(query, model.key, [...index.items()]);
    bytes += [...states.values()].reduce((sum, state) => sum + state.bytes, 0);
    before.rows += rows.length;
    before.newRows += index.newRows;
    checked.push({ model, index, source, store, ...rights });
    parts.push({ templateId, checked: store });
  }
  if (bytes > immediateLimits.bytes) throw tooLarge();
  await checkTemplates(deps, checked);
  const models = new Map(checked.map(({ store, model }) => [store, model]));
  const all = parts.map((part): CheckedPart => {
    if (!('checked' in part)) return part;
    const rows = part.checked.checked.flatMap((stored) => stored.rows);
    return { templateId: part.templateId, model: models.get(part.checked), rows };
  });
  return { parts: all, counts: countOutcomes(all.flatMap(({ rows }) => rows)), newRows: before.newRows };
}

export const tooLarge = (): AppError =>
  new AppError('too_large', {
    message:
      'A proposal has at most 1,000 items, of at most 4 MiB together with their current content. Propose fewer at once.',
  });

/** Reads items as rows. A row with an unknown column is refused, as a program would not notice that the column was ignored. */
function readRows(changes: ReadChanges, firstLine: number): FileRow[] {
  if ('problem' in changes)
    return changes.items.map((item, at) => {
      const label = item[systemColumns.label];
      return { line: firstLine + at, values: {}, wrong: [], ...(typeof label === 'string' && { label }) };
    });
  const { model, vocabulary, ignoresUnknown } = changes;
  return changes.items.map((item, at) => {
    const reader = createSheetReader(model.tree, 'json-lines', { vocabulary });
    const { row, wrong } = reader.read(item);
    const [unknown] = ignoresUnknown ? [] : reader.ignored;
    const other =
      unknown === undefined
        ? []
        : [{ column: unknown, fieldId: null, path: null, reason: notField(model.tree, unknown) }];
    return { ...row, line: firstLine + at, wrong: [...wrong, ...other] };
  });
}

const unreadable = ({ line, label = '' }: FileRow, reason: string): CheckedRow => ({
  ...{ line, outcome: 'refused', id: null, version: null, label },
  refusal: { field_id: 'fields', reason },
});

/** Identifies what applying would do to each row. */
export const fingerprintOf = ({ parts }: CheckedChanges): string =>
  createHash('md5')
    .update(JSON.stringify(parts.map(({ templateId, rows }) => [templateId, rows])))
    .digest('hex');
