import { changedReadOnly } from '@quartermaster/contract/content/read-only-values.ts';
import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import type { Query } from '../../../core/database/database.ts';
import { readItems, type TargetItem } from '../../history/content-repository.ts';
import type { Place } from '../../model/instance-pair.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { batchesBySize } from '../batches.ts';
import type { Batch, ChangeSet, ChangeSetItem, NewContent } from '../change-set.ts';
import { ChangeSetFailure } from '../change-set-failure.ts';
import { refusalAt } from '../edits/check-content.ts';
import { checkNewValues } from '../edits/new-values.ts';
import type { Incompatibility } from '../incompatibility.ts';
import { type Decide, decidedContent, sidesOf } from './decide.ts';
import type { CheckedRow, ReadChecked } from './import-row.ts';
import { withIds } from './provisional-ids.ts';
import { readVersionsNow } from './revision-repository.ts';

/** What the new contents of rows are made from. */
export interface ContentParts {
  model: TemplateModel;
  decide: Decide;
  /** The id of the first new item; the others follow it. */
  firstId: number;
  mayEditReadOnly: boolean;
}

/** What the change set of a checked import is built from. */
export interface ImportParts extends ContentParts {
  instance: Place;
  read: ReadChecked;
  itemLimit: number | null;
  fingerprint: string;
}

interface RowsOptions {
  instance: Place;
  models: Iterable<TemplateModel>;
  itemLimit: number | null;
  fingerprint: string;
}

/** A local change set of checked rows; `newContentOf` makes the new content of an item. */
export const changeSetOfRows = (
  { instance, models, itemLimit, fingerprint }: RowsOptions,
  newContentOf: (id: number, target: TargetItem | undefined) => NewContent | undefined,
): ChangeSet => ({
  pair: { source: instance, target: instance },
  source: {
    instance: null,
    read: async (_, __, ids, targets) =>
      new Map(
        ids.flatMap((id): [number, NewContent][] => {
          const content = newContentOf(id, targets.get(id));
          return content ? [[id, content]] : [];
        }),
      ),
  },
  undoes: null,
  templates: [...models].map((model) => ({
    ...{ templateId: model.id, label: model.label, targetKey: model.key, model, revision: '0' },
    ...{ sourceKey: null, after: null, formerKey: null, change: null },
  })),
  items: [],
  expected: { itemLimit },
  menu: null,
  revision: fingerprint,
});

/** The change set of a checked import: of all rows that are neither refused nor unchanged. */
export function importChangeSet(query: Query, parts: ImportParts): ChangeSet {
  // The contents of the batch that was read last, which is resolved before the next one is read.
  let rows: ReadonlyMap<number, CheckedRow> = new Map();
  const changeSet = changeSetOfRows({ ...parts, models: [parts.model] }, (id, target) => {
    const row = rows.get(id);
    return row && contentOf(parts, row, target);
  });
  return {
    ...changeSet,
    batches: async function* () {
      for await (const batch of batchesOf(query, parts)) {
        rows = batch.rows;
        yield batch;
      }
    },
  };
}

/** True for a row that changes its item, unless it is decided otherwise. */
export const isWritten = ({ outcome }: CheckedRow): boolean => outcome !== 'refused' && outcome !== 'unchanged';

/** The id of a row's item, also of a new one. */
export const idOf = ({ id, place: index }: CheckedRow, firstId: number): number =>
  index === undefined ? (id ?? 0) : firstId + index;

async function* batchesOf(
  query: Query,
  { model, read, firstId }: ImportParts,
): AsyncGenerator<Batch & { rows: ReadonlyMap<number, CheckedRow> }> {
  for await (const { rows } of read({ outcomes: ['added', 'changed', 'conflict'] })) {
    const placed = rows.filter(isWritten).map((row) => ({ row, id: idOf(row, firstId) }));
    const batches = batchesBySize(placed, placed.length || 1, async () => {
      const known = placed.flatMap(({ row }) => row.id ?? []);
      const states = known.length > 0 ? await readVersionsNow(query, model.key, known) : new Map<number, never>();
      // The new content has about as many bytes; a part has a limited number of them.
      return ({ id }) => 2 * (states.get(id)?.bytes ?? 0);
    });
    for await (const batch of batches) {
      const targets = await readItems(
        query,
        model.key,
        batch.flatMap(({ row }) => row.id ?? []),
      );
      const items = batch.map(({ row, id }) => itemOf(model, row, id));
      yield { items, targets, rows: new Map(batch.map(({ row, id }) => [id, row])) };
    }
  }
}

/** The item that a row changes or creates. */
export const itemOf = ({ id: templateId }: TemplateModel, row: CheckedRow, id: number): ChangeSetItem => ({
  templateId,
  id,
  label: row.label,
  change: row.place === undefined ? 'updated' : 'added',
  conflict: false,
  decision: undefined,
  sourceHash: null,
  targetHash: row.hash ?? null,
  targetVersion: row.version,
  revision: '0',
});

/** The new content of a row's item. */
export function contentOf(parts: ContentParts, row: CheckedRow, target: TargetItem | undefined): NewContent {
  const { model, firstId } = parts;
  const { synced_hash = null, synced_version = null } = target ?? {};
  const synced = { synced_hash, synced_version };
  const decided = decide(parts, row, target);
  const values = withIds(model, decided.values, firstId);
  const isUnchanged = target !== undefined && target.label === decided.label && sameSetting(values, target.values);
  return { label: decided.label, values, synced, isUnchanged, refusal: decided.refusal ?? null };
}

type Decided = Pick<NewContent, 'label' | 'values'> & { refusal?: Incompatibility | undefined };

/** The content of a row; a conflict's depends on a decision, and so has to be checked again. */
function decide(
  { model, decide: decisionOn, mayEditReadOnly }: ContentParts,
  row: CheckedRow,
  target: TargetItem | undefined,
): Decided {
  const { label, values = {} } = row;
  if (row.outcome !== 'conflict' || !target)
    return { label, values, refusal: mayEditReadOnly ? undefined : readOnlyRefusal(model, target, values) };
  const sides = sidesOf(row, decisionOn(row));
  if (!sides) throw new ChangeSetFailure('conflict');
  const content = decidedContent(row, target, sides);
  const checked = checkNewValues({ model, ...content, before: target }, { mayEditReadOnly });
  return 'refusal' in checked ? { ...content, refusal: checked.refusal } : { ...content, values: checked.values };
}

/** Whoever applies an import may have fewer permissions than who has sent it. */
function readOnlyRefusal(
  { tree }: TemplateModel,
  before: TargetItem | undefined,
  values: NewContent['values'],
): Incompatibility | undefined {
  for (const [at, reason] of changedReadOnly(tree, before?.values, values)) return refusalAt(at, reason);
  return undefined;
}
