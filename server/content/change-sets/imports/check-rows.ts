import { defaultValues } from '@quartermaster/contract/content/default-values.ts';
import { type ItemValues, itemFieldId } from '@quartermaster/contract/content/item-fields.ts';
import { withoutOtherShapes } from '@quartermaster/contract/content/row-shapes.ts';
import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import { labelFromTitle, titleFieldOf } from '@quartermaster/contract/content/title-label.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { usedBySentence } from '@quartermaster/contract/rules/unique.ts';
import { mostFurtherRefusals } from '@quartermaster/contract/shapes/imports.ts';
import { mergeRow } from '@quartermaster/contract/sheets/merge-row.ts';
import type { WrongCell } from '@quartermaster/contract/sheets/sheet-row.ts';
import { systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import { comparedText } from '@quartermaster/contract/typed-text.ts';
import { mapWithPauses } from '../../../core/base/pauses.ts';
import type { Query } from '../../../core/database/database.ts';
import type { Ask } from '../../checks/ask-checks.ts';
import { findHolders, isOldForm, nameOfKey, type UniqueValue } from '../../documents/item-keys.ts';
import { type ItemContent, readItems, type TargetItem } from '../../history/content-repository.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { allMissingTargets, newLinksOf } from '../edits/check-content.ts';
import { checkNewValues } from '../edits/new-values.ts';
import type { Incompatibility } from '../incompatibility.ts';
import type { FileIndex } from './file-index.ts';
import { changedImage } from './images.ts';
import type { CheckedRow, FileRow } from './import-row.ts';
import { findLinkTargets, type Indexes, type LinkFinder } from './link-targets.ts';
import { isProvisional } from './provisional-ids.ts';
import { readVersions } from './revision-repository.ts';
import { mergeVersions } from './three-way.ts';
import { indexedKey } from './unique-values.ts';

/** What rows are checked against. */
export interface CheckParts {
  model: TemplateModel;
  index: FileIndex;
  /** Of all templates that the file or proposal has rows of. */
  indexes: Indexes;
  ask: Ask | undefined;
  mayCreate: boolean;
  mayEditReadOnly: boolean;
}

/** A row with what it would make of its item, while it is being checked. */
interface Draft {
  /** Its place in the file. */
  at: number;
  checked: CheckedRow;
  before: ItemContent | undefined;
  /** The rows of the file without which it cannot be applied. */
  reliesOn: number[];
  takes: TakenKey[];
}

/** A value of a unique field that another row has to give up. */
export interface TakenKey {
  /** The row of the item that has the value, and that item. */
  from: number;
  itemId: number;
  fieldId: string;
}

/** A checked row, and what other rows have to do so that it can be applied. */
export interface CheckedDraft {
  checked: CheckedRow;
  /** The places of the rows without which it cannot be applied. */
  reliesOn: readonly number[];
  takes: readonly TakenKey[];
  /** The unique fields whose values its item keeps, or may keep, though the file does not have them. */
  keeps: readonly string[];
}

/** Checks rows that follow each other in the file, of which the first is at `from`. */
export async function checkRows(
  query: Query,
  parts: CheckParts,
  rows: readonly FileRow[],
  from: number,
): Promise<CheckedDraft[]> {
  const { model, index, indexes } = parts;
  const ids = rows.flatMap((_, at) => index.itemOf(from + at) ?? []);
  const targets = await readItems(query, model.key, ids);
  const older = rows.flatMap(({ version }, at) => {
    const target = targets.get(index.itemOf(from + at) ?? 0);
    const id = index.itemOf(from + at);
    return id !== null && target && version !== undefined && version < target.version ? [{ id, version }] : [];
  });
  const bases = await readVersions(query, model, older);
  const findLink = await findLinkTargets(query, model, indexes, rows);
  const drafts = await mapWithPauses(rows, (row, at) => draftOf(parts, row, from + at, { targets, bases, findLink }));
  await refuseMissing(query, model, drafts);
  await refuseUsed(query, parts, drafts);
  await refuseSaid(parts, drafts);
  return drafts.map((draft) => ({ ...draft, keeps: keptKeys(index, draft) }));
}

interface Read {
  targets: ReadonlyMap<number, TargetItem>;
  bases: ReadonlyMap<number, ItemContent>;
  findLink: LinkFinder;
}

function draftOf(parts: CheckParts, row: FileRow, at: number, read: Read): Draft {
  const { index } = parts;
  const id = index.itemOf(at);
  const repeated = index.repeated.get(at);
  const cells = [...(repeated ? [repeated] : []), ...row.wrong.map(refusalOfCell)];
  const [refusal] = cells;
  if (refusal && !isItemKnown(parts, row, { id, repeated })) return withCells(refused(row, at, { id, refusal }), cells);
  if (id === null) return withCells(draftOfNew(parts, row, at, read), cells);
  const target = read.targets.get(id);
  if (!target) return refused(row, at, { id: null, refusal: ofItem(`there is no item ${id} in ${parts.model.label}`) });
  return withCells(draftOfItem(parts, row, at, { ...read, id, target }), cells);
}

/** False if what is wrong with a row may be what would find its item: without that, further reasons would mislead. */
const isItemKnown = (
  { model, index }: CheckParts,
  { wrong }: FileRow,
  { id, repeated }: { id: number | null; repeated: Incompatibility | undefined },
): boolean => {
  const title = titleFieldOf(model.tree)?.id;
  const finds = (fieldId: string | null) =>
    fieldId === null || fieldId === title || index.unique.some(({ field }) => field.id === fieldId);
  return repeated?.field_id !== 'fields' && !(wrong.some(({ fieldId }) => finds(fieldId)) && id === null);
};

const placeOfRefusal = ({ field_id, path = [] }: Incompatibility): string => itemFieldId(field_id, path);

/** The draft, also refused for cells that could not be read; their fields have no second reason. */
function withCells(draft: Draft, cells: readonly Incompatibility[]): Draft {
  const { refusal, further = [] } = draft.checked;
  const known = new Set(cells.map(placeOfRefusal));
  const others = (refusal ? [refusal, ...further] : []).filter((one) => !known.has(placeOfRefusal(one)));
  return cells.length === 0 ? draft : { ...draft, checked: refusedFor(draft.checked, [...cells, ...others]) };
}

function refusedFor(checked: CheckedRow, [refusal, ...further]: readonly Incompatibility[]): CheckedRow {
  if (!refusal) return checked;
  const { further: _, ...row } = checked;
  const more = further.slice(0, mostFurtherRefusals);
  return { ...row, outcome: 'refused', refusal, ...(more.length > 0 && { further: more }) };
}

const ofItem = (reason: string): Incompatibility => ({ field_id: 'fields', reason });

const refused = (
  { line, label = '' }: FileRow,
  at: number,
  { id, refusal, before }: { id: number | null; refusal: Incompatibility; before?: TargetItem },
): Draft => ({
  at,
  checked: { line, outcome: 'refused', id, version: before?.version ?? null, label: before?.label ?? label, refusal },
  before,
  reliesOn: [],
  takes: [],
});

function refusalOfCell({ column, fieldId, path, reason, value }: WrongCell): Incompatibility {
  const sent = value === undefined ? {} : { value };
  if (fieldId !== null) return { field_id: fieldId, reason, ...(path && { path }), ...sent };
  return column === systemColumns.label ? { field_id: labelField, reason, ...sent } : ofItem(`${column} ${reason}`);
}

function draftOfNew(parts: CheckParts, row: FileRow, at: number, { findLink }: Read): Draft {
  const { model, index, mayCreate } = parts;
  const reliesOn: number[] = [];
  const { line } = row;
  if (!mayCreate) return refused(row, at, { id: null, refusal: ofItem('new items can only be created in Dev') });
  const merged = mergeRow(model.tree, defaultValues(model.tree), row.values, findLink(reliesOn.push.bind(reliesOn)));
  const cells = merged.wrong.map((wrong) => refusalOfCell({ column: '', ...wrong }));
  const values = withoutOtherShapes(model.tree, merged.values);
  const label = row.label || labelFromTitle(model.tree, values);
  const outcome = { line, outcome: 'added', id: null, place: index.placeOf(at), version: null, label } as const;
  const isWhole = cells.length === 0 && row.wrong.length === 0;
  const checked = withContent(parts, outcome, { label, values, before: undefined, isWhole });
  return withCells({ at, checked, before: undefined, reliesOn, takes: [] }, cells);
}

function draftOfItem(
  parts: CheckParts,
  row: FileRow,
  at: number,
  { id, target, bases, findLink }: Read & { id: number; target: TargetItem },
): Draft {
  const { model, index } = parts;
  const { line, version = target.version } = row;
  const refuse = (refusal: Incompatibility) => refused(row, at, { id, refusal, before: target });
  if (version > target.version)
    return refuse(ofItem(`the item has version ${target.version}, and the row is of version ${version}`));
  const base = version === target.version ? target : bases.get(id);
  const from = base ?? target;
  const reliesOn: number[] = [];
  const named = row.id === undefined ? withStoredKeys(index, row.values, target.values) : row.values;
  const fromFile = mergeRow(model.tree, from.values, named, findLink(reliesOn.push.bind(reliesOn)));
  const cells = fromFile.wrong.map((wrong) => refusalOfCell({ column: '', ...wrong }));
  const merged = mergeVersions(model, {
    base,
    current: target,
    imported: { label: row.label ?? from.label, values: withoutOtherShapes(model.tree, fromFile.values) },
    named: Object.keys(named),
  });
  const same = { line, id, version: target.version, hash: target.hash, label: merged.label };
  if (!merged.isChanged)
    return withCells(
      { at, checked: { ...same, outcome: 'unchanged' }, before: target, reliesOn: [], takes: [] },
      cells,
    );
  const { conflicts, label, values } = merged;
  const outcome = conflicts.length > 0 ? 'conflict' : 'changed';
  const about = { ...same, outcome, ...(conflicts.length > 0 && { conflicts }) } as const;
  const isWhole = cells.length === 0 && row.wrong.length === 0;
  const checked = withContent(parts, about, { label, values, before: target, isWhole });
  return withCells({ at, checked, before: target, reliesOn, takes: [] }, cells);
}

/** The values of a row that has found its item by one that only looks like the item's, which stays as it is. */
function withStoredKeys({ unique }: FileIndex, values: FileRow['values'], stored: ItemValues): FileRow['values'] {
  const alike = unique.flatMap(({ field: { id } }) => {
    const [text, other] = [values[id], stored[id]];
    const isAlike = typeof text === 'string' && typeof other === 'string' && comparedText(text) === comparedText(other);
    return isAlike && text !== other ? [[id, other] as const] : [];
  });
  return alike.length === 0 ? values : { ...values, ...Object.fromEntries(alike) };
}

/** The row with its content, or refused for it. */
function withContent(
  { model, mayEditReadOnly }: CheckParts,
  row: CheckedRow,
  content: { label: string; values: ItemValues; before: ItemContent | undefined; isWhole: boolean },
): CheckedRow {
  const { label, values, before, isWhole } = content;
  const image = changedImage(model, before?.values ?? {}, values);
  const checked = image
    ? { refusal: image, further: [] }
    : checkNewValues({ model, label, values, before, isWhole }, { mayEditReadOnly });
  if ('refusal' in checked) return refusedFor({ ...row, values }, [checked.refusal, ...checked.further]);
  if (before && before.label === label && sameSetting(checked.values, before.values))
    return { ...row, outcome: 'unchanged' };
  return { ...row, values: checked.values };
}

const isOpen = ({ checked: { outcome } }: Draft): boolean => outcome !== 'refused' && outcome !== 'unchanged';

/** True for a row whose content is compared with what exists, even if it is refused already. */
const hasContent = (draft: Draft): boolean =>
  isOpen(draft) || (draft.checked.outcome === 'refused' && draft.checked.values !== undefined);

function refuse(draft: Draft, refusal: Incompatibility): void {
  const { refusal: first, further = [] } = draft.checked;
  const before = first ? [first, ...further] : [];
  if (before.some((one) => placeOfRefusal(one) === placeOfRefusal(refusal))) return;
  draft.checked = refusedFor(draft.checked, [...before, refusal]);
}

/** Refuses rows with new links to items that do not exist; those to new items of the file do not exist yet. */
async function refuseMissing(query: Query, model: TemplateModel, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter(hasContent);
  const links = open.map(({ checked: { values = {} }, before }) =>
    newLinksOf(model, { values, before: before?.values ?? {} }).filter(({ targetId }) => !isProvisional(targetId)),
  );
  const missing = await allMissingTargets(query, model.instanceId, links);
  missing.forEach((refusals, at) => {
    const draft = open[at];
    for (const refusal of refusals) if (draft) refuse(draft, refusal);
  });
}

/** Refuses rows with a value of a unique field that another item has and keeps. */
async function refuseUsed(query: Query, { model, index }: CheckParts, drafts: readonly Draft[]): Promise<void> {
  const sought: (UniqueValue & { draft: Draft; fieldId: string; name: string })[] = [];
  for (const draft of drafts.filter(hasContent))
    for (const { field } of index.unique) {
      const { id, key: fieldKey } = field;
      const value = draft.checked.values?.[id];
      const key = indexedKey(field, value);
      if (!key || (value === draft.before?.values[id] && !isOldForm(key.text))) continue;
      const about = { templateKey: model.key, fieldKey, itemId: draft.checked.id, ...key };
      sought.push({ ...about, draft, fieldId: id, name: nameOfKey(key) });
    }
  for (const { place: position, itemId } of sought.length > 0 ? await findHolders(query, sought) : []) {
    const { draft, fieldId, fieldKey, name } = sought[position] as (typeof sought)[number];
    const row = index.rowOf(itemId);
    const values = index.unique.find(({ field }) => field.key === fieldKey);
    // What the merge makes of that row is known once all rows are checked.
    const mayGiveUp = row !== undefined && values?.named.has(row) && values.first.get(name) !== row;
    if (mayGiveUp) {
      draft.reliesOn.push(row);
      draft.takes.push({ from: row, itemId, fieldId });
    } else refuse(draft, usedBy({ itemId, fieldId }));
  }
}

/** Refuses rows by what webhooks say that are asked before saves. A conflict is asked about once it is decided. */
async function refuseSaid({ ask, model }: CheckParts, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter((draft) => isOpen(draft) && draft.checked.outcome !== 'conflict');
  if (!ask || open.length === 0) return;
  const said = await ask(open.map(({ checked: { id, label, values = {} } }) => ({ model, id, label, values })));
  said.forEach((refusals, at) => {
    const draft = open[at];
    for (const refusal of refusals) if (draft) refuse(draft, refusal);
  });
}

/** Why a row cannot have a value that another item keeps. */
export const usedBy = ({ itemId, fieldId }: Pick<TakenKey, 'itemId' | 'fieldId'>): Incompatibility => ({
  field_id: fieldId,
  reason: usedBySentence(itemId),
});

/**
 * The unique fields of a row whose item keeps a value that the row does not have: the merge has left it, or a conflict
 * may be decided so.
 */
function keptKeys(index: FileIndex, { at, before, checked }: Draft): string[] {
  if (!before || checked.outcome === 'refused') return [];
  return index.unique.flatMap(({ field, named, first }) => {
    const key = named.has(at) ? indexedKey(field, before.values[field.id]) : undefined;
    if (!key || first.get(nameOfKey(key)) === at) return [];
    const after = checked.values && indexedKey(field, checked.values[field.id]);
    const isLeft = checked.outcome === 'unchanged' || (after !== undefined && nameOfKey(after) === nameOfKey(key));
    return isLeft || checked.conflicts?.includes(field.id) ? [field.id] : [];
  });
}
