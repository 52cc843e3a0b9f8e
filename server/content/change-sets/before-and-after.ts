import { chartLimits } from '@quartermaster/contract/content/chart-bins.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import type { BeforeAndAfter, ChartedField } from '@quartermaster/contract/endpoints/items.ts';
import { isComputedType } from '@quartermaster/contract/field-types/registry.ts';
import { sumOf } from '@quartermaster/contract/field-types/weight.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { chartFields } from '../lists/charts/chart-fields.ts';
import {
  countNumbers,
  countUntilSame,
  type NumberRange,
  numberEdges,
  readRange,
} from '../lists/charts/distribution.ts';
import type { DrawnList } from '../lists/charts/drawn-sql.ts';
import { refuseConverting, refuseTooMany } from '../lists/charts/refuse-chart.ts';
import type { Leaf, TemplateModel } from '../model/template-model.ts';
import { findTemplate, noSuchTemplate } from '../model/template-models.ts';
import { valuesAt } from '../model/values-at.ts';
import { rewrittenKeys } from '../schema/replace-template.ts';
import { batchesOf } from './batches.ts';
import type { ChangeSet, ChangeSetTemplate } from './change-set.ts';
import { type ItemOutcome, loadModels, type Models, resolveItems } from './resolve-items.ts';

/** A field in the target before and after a change set, undefined where it does not exist, and its template if that has changes. */
interface Charted {
  template: ChangeSetTemplate | undefined;
  models: Models;
  before: Leaf | undefined;
  after: Leaf | undefined;
  /** As it is afterwards; of a field that is removed, as it was. */
  drawn: Leaf;
}

/**
 * Draws a number field of all items of a template in the target of a change set, before and after it. Items that are refused, and those
 * that only `findRefused` refuses, stay as they are. Throws 422 for other fields, and for too many items.
 */
export async function drawBeforeAndAfter(
  query: Query,
  changeSet: ChangeSet,
  field: ChartedField,
  findRefused?: () => Promise<ReadonlySet<number>>,
): Promise<BeforeAndAfter> {
  const charted = await findCharted(query, changeSet, field);
  const list: DrawnList = { model: charted.models.target, conditions: [] };
  // A template of too many items is refused before those that change are read.
  const first = await readRange(query, list, charted.before);
  if (!first) throw new AppError('changed');
  refuseTooMany(first.items);
  const moved = await readMoved(query, changeSet, charted, (await findRefused?.()) ?? new Set());
  refuseTooMany(first.items + moved.added);
  const sides: [Side, Side] = [
    { list, leaf: charted.before },
    { list: { ...list, replaced: moved.replaced }, leaf: charted.after && charted.before },
  ];
  const { before, after, edges } = await countBoth(query, sides, charted.drawn);
  const bins = edges.slice(1).map((to, index) => ({
    from: edges[index] ?? 0,
    to,
    before: before.counts[index] ?? 0,
    after: after.counts[index] ?? 0,
  }));
  return {
    before: { items: before.items, values: before.values, stats: before.stats },
    after: { items: before.items + moved.added, values: after.values, stats: after.stats },
    bins,
    changed: moved.changed,
    movers: largestChanges(moved.movers),
  };
}

async function findCharted(
  query: Query,
  changeSet: ChangeSet,
  { template_id: templateId, field_id: fieldId }: ChartedField,
): Promise<Charted> {
  const template = changeSet.templates.find((one) => one.templateId === templateId);
  const models = template
    ? await loadModels(query, changeSet, template)
    : await unchangedModels(query, changeSet, templateId);
  const [before, after] = [models.target?.leaves.get(fieldId), models.after?.leaves.get(fieldId)];
  const { fits, reason } = chartFields.numbers;
  if (models.target) refuseConverting(models.target);
  const drawn = after ?? before;
  if (!drawn || !fits(drawn) || !fits(before ?? drawn))
    throw new AppError('invalid', { fields: { 'chart.field_id': reason } });
  if (
    models.target &&
    template?.change === 'updated' &&
    (await changesOthers(query, models.target, template, { before, after }))
  )
    throw new AppError('invalid', {
      message: 'The template changes this field in all items. It can be drawn once that is applied.',
    });
  return { template, models, before, after, drawn };
}

async function unchangedModels(query: Query, { pair }: ChangeSet, templateId: string): Promise<Models> {
  const target = await findTemplate(query, pair.target.id, templateId);
  if (!target) throw noSuchTemplate(templateId);
  return { source: undefined, target, after: target, isSameAsSource: false };
}

/** True if a changed template may give this field other numbers in items that the change set does not name. */
async function changesOthers(
  query: Query,
  target: TemplateModel,
  template: ChangeSetTemplate,
  { before, after }: Pick<Charted, 'before' | 'after'>,
): Promise<boolean> {
  if (!after || isComputedType(after.field.settings.type)) return true;
  if (before)
    return before.field.settings.type !== after.field.settings.type || !sameSetting(before.groups, after.groups);
  // A field that was removed comes back with the values that it had.
  return (await rewrittenKeys(query, target, template.after?.fields ?? [])).includes(after.field.key);
}

/** What is drawn of one of both states. */
interface Side {
  list: DrawnList;
  leaf: Leaf | undefined;
}

/** Counts the numbers of both states between the same edges. */
async function countBoth(query: Query, [before, after]: [Side, Side], drawn: Leaf) {
  const readBoth = async <T>(read: (side: Side) => Promise<T | undefined>): Promise<[T, T]> => {
    const [first, second] = [await read(before), await read(after)];
    if (first === undefined || second === undefined) throw new AppError('changed');
    return [first, second];
  };
  const first = joined(await readBoth(({ list, leaf }) => readRange(query, list, leaf)));
  return countUntilSame(first, async (range) => {
    const edges = range ? numberEdges(drawn, range) : [0, 1];
    const both = await readBoth(({ list, leaf }) => countNumbers(query, list, leaf, edges));
    return { range: joined(both), before: both[0], after: both[1], edges: range ? edges : [] };
  });
}

function joined([a, b]: [{ range: NumberRange }, { range: NumberRange }]): NumberRange {
  if (!a.range || !b.range) return a.range ?? b.range;
  return { min: Math.min(a.range.min, b.range.min), max: Math.max(a.range.max, b.range.max) };
}

interface Mover {
  id: number;
  label: string;
  before: number;
  after: number;
}

/** What a change set does to the numbers of a field. */
interface Moved {
  replaced: { ids: number[]; numbers: number[] };
  /** How many more items there are afterwards. */
  added: number;
  changed: number;
  movers: Mover[];
}

async function readMoved(
  query: Query,
  changeSet: ChangeSet,
  { template, models, ...leaves }: Charted,
  refused: ReadonlySet<number>,
): Promise<Moved> {
  const moved: Moved = { replaced: { ids: [], numbers: [] }, added: 0, changed: 0, movers: [] };
  if (!template) return moved;
  const items = changeSet.items.filter(({ templateId }) => templateId === template.templateId);
  for await (const batch of batchesOf(query, changeSet, template, items)) {
    for (const outcome of await resolveItems(query, changeSet, template, models, batch))
      if (!outcome.incompatibility && !outcome.isOpen && !refused.has(outcome.item.id))
        addOutcome(moved, outcome, leaves);
    if (moved.replaced.numbers.length > chartLimits.changed) throw tooManyNumbers();
  }
  return moved;
}

const tooManyNumbers = (): AppError =>
  new AppError('invalid', {
    message: `The changes have more than ${numberText(chartLimits.changed)} numbers of this field. Change fewer items to draw them.`,
  });

function addOutcome(
  moved: Moved,
  { item, target, after: result }: ItemOutcome,
  leaves: Pick<Charted, 'before' | 'after'>,
): void {
  const before = numbersIn(target?.values, leaves.before);
  const after = numbersIn(result?.values, leaves.after);
  moved.added += Number(result !== undefined) - Number(target !== undefined);
  if (sameSetting(before.toSorted(), after.toSorted())) return;
  moved.changed += 1;
  if (target) moved.replaced.ids.push(item.id);
  for (const number of after) moved.replaced.numbers.push(number);
  const sums = { before: sumOf(before), after: sumOf(after) };
  if (before.length > 0 && after.length > 0 && Number.isFinite(sums.before) && Number.isFinite(sums.after))
    moved.movers.push({ id: item.id, label: result?.label ?? item.label, ...sums });
}

/** The numbers of a field in a document; those of another type are left to a change of the template. */
const numbersIn = (values: ItemValues | undefined, leaf: Leaf | undefined): number[] =>
  values && leaf
    ? valuesAt(values, leaf)
        .flat()
        .filter((value) => typeof value === 'number')
    : [];

/** The items that change most in proportion. */
const largestChanges = (movers: readonly Mover[]): Mover[] =>
  movers
    .map((mover) => ({ mover, share: Math.abs(mover.after - mover.before) / Math.abs(mover.before) }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share || a.mover.id - b.mover.id)
    .slice(0, chartLimits.movers)
    .map(({ mover }) => mover);
