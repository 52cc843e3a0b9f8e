import type { Deps } from '../../../core/app/deps.ts';
import type { Leaf, TemplateModel } from '../../model/template-model.ts';
import * as repository from './change-repository.ts';
import { changeRange } from './change-values.ts';
import type { ItemRange } from './item-range.ts';

/**
 * Applies an outstanding template change to items before they are saved: removed values are stored first, and restored
 * values are in place before a newer value overwrites them. Dynamic groups that the save itself fills are skipped.
 */
export async function applyPendingChanges(
  { database, unit }: Pick<Deps, 'database' | 'unit'>,
  model: TemplateModel,
  items: readonly { id: number; fields: ReadonlySet<string> }[],
): Promise<void> {
  const { key, change: known } = model;
  if (!known || items.length === 0) return;
  const open = await repository.findChange(database.query, key);
  if (open?.version !== known.version) return;
  // The save itself computes values.
  const { removed, restored: returning, replaced, converted } = open;
  if (removed.length + returning.length + replaced.length + converted.length === 0) return;
  const remaining = items.filter(({ id }) => id > open.after_id).toSorted((a, b) => a.id - b.id);
  if (remaining.length === 0) return;
  const ranges = rangesOf(remaining, open.restored);
  for (let at = 0; at < ranges.length; at += rangesPerTransaction) {
    await unit(async ({ query }) => {
      const change = await repository.lockChangeShared(query, { templateKey: key, version: known.version });
      if (!change) return;
      for (const { restored, ...range } of ranges.slice(at, at + rangesPerTransaction)) {
        await repository.lockRange(query, key, range);
        await changeRange(query, { ...change, recomputes: false }, range, restored);
      }
    });
  }
}

/**
 * How many id ranges are changed in one transaction: on the embedded database everything else waits meanwhile, and the
 * items of a large save may be far apart.
 */
const rangesPerTransaction = 10;

/** The largest distance of neighbouring ids in a range, and the largest distance of its ends. */
const maxGap = 32;
const maxRangeLength = 400;

/**
 * Nearby ids form one range, unless the save fills a restored group of one of them: changing the items in between too
 * costs less than a separate range.
 */
function rangesOf(items: readonly { id: number; fields: ReadonlySet<string> }[], restored: readonly Leaf[]) {
  const ranges: (ItemRange & { restored: readonly Leaf[] })[] = [];
  for (const { id, fields } of items) {
    const leaves = withoutSavedGroups(restored, fields);
    const before = ranges.at(-1);
    const isClose = before && id - before.last <= maxGap && id - before.after <= maxRangeLength;
    const restoresAll = before?.restored.length === restored.length && leaves.length === restored.length;
    if (isClose && restoresAll) before.last = id;
    else ranges.push({ after: id - 1, last: id, restored: leaves });
  }
  return ranges;
}

/** The restored fields, without dynamic groups that the save fills and the fields in them. */
function withoutSavedGroups(restored: readonly Leaf[], savedFieldIds: ReadonlySet<string>): Leaf[] {
  const savedGroups = new Set(
    restored.filter(({ holdsRows, field }) => holdsRows && savedFieldIds.has(field.id)).map(({ field }) => field.id),
  );
  return restored.filter(
    ({ field, groups: outerGroups }) => !savedGroups.has(field.id) && !outerGroups.some((id) => savedGroups.has(id)),
  );
}
