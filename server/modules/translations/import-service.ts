import { setImmediate as breathe } from 'node:timers/promises';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { placedName } from '@quartermaster/contract/content/field-names.ts';
import { itemFieldId } from '@quartermaster/contract/content/item-fields.ts';
import { mayEditReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import type { ImportedTexts } from '@quartermaster/contract/endpoints/translations.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { ChangeSetFailure, failureError } from '../../content/change-sets/change-set-failure.ts';
import { stillChanging } from '../../content/change-sets/door/wait.ts';
import { checkNewValues, type NewValues, newValuesChangeSet } from '../../content/change-sets/edits/new-values.ts';
import type { Incompatibility } from '../../content/change-sets/incompatibility.ts';
import { applyNow } from '../../content/change-sets/run/apply-now.ts';
import { type Ask, findAsk } from '../../content/checks/ask-checks.ts';
import { readItems, readSizes } from '../../content/history/content-repository.ts';
import { toPlace } from '../../content/model/instance-pair.ts';
import { readLanguages } from '../../content/model/project-languages.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { findTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { changeText, isUntouched } from './change-text.ts';
import { createDraft } from './item-draft.ts';
import type { Entry } from './read-entries.ts';

/** How a file is imported. */
export interface ImportOptions {
  dry_run?: boolean;
  overwrite?: boolean;
  leave_out_refused?: boolean;
}

/** The most bytes that the items of a file have, which are all in memory. */
const mostBytes = 4 * contentLimits.bulkBytesAtOnce;

/** Rows that a response lists, and how much it has of each text. */
const listed = { rows: 200, characters: 300 };

type Row = ImportedTexts['rows'][number];

/** What a file does, and the items that it changes. */
interface Outcome {
  texts: number;
  unchanged: number;
  refused: Row[];
  changed: Row[];
  items: NewValues[];
}

/** Applies a file of texts, unless it is only tried; throws 422 with the check if a text is refused that is not left out. */
export async function importTexts(
  deps: Deps,
  caller: InstanceCaller,
  entries: readonly Entry[],
  options: ImportOptions,
): Promise<ImportedTexts> {
  const outcome = await checkTexts(deps, caller, entries, options);
  const check = { ...describe(outcome), id: null };
  if (options.dry_run) return check;
  if (check.refused > 0 && !options.leave_out_refused)
    throw new AppError('invalid', {
      message: 'Some texts are refused, so nothing was changed. Correct them, or leave them out.',
      details: check,
    });
  return { ...check, id: await apply(deps, caller, outcome.items) };
}

async function apply(deps: Deps, caller: InstanceCaller, items: NewValues[]) {
  if (items.length === 0) return null;
  const changeSet = newValuesChangeSet(toPlace(caller), items);
  const at = deps.clock.now();
  try {
    const created = {
      actor: caller.actor,
      note: 'Translations',
      request: { selection: null },
      reviewId: null,
      at,
      contentFrom: 'import' as const,
    };
    return (await applyNow(deps, changeSet, created))?.id ?? null;
  } catch (error) {
    if (!(error instanceof ChangeSetFailure)) throw error;
    throw failureError(error);
  }
}

async function checkTexts(
  deps: Deps,
  caller: InstanceCaller,
  entries: readonly Entry[],
  { overwrite = false }: ImportOptions,
): Promise<Outcome> {
  const { query } = deps.database;
  const languages = new Set(await readLanguages(query, caller.projectId));
  const outcome: Outcome = { texts: entries.length, unchanged: 0, refused: [], changed: [], items: [] };
  const seen = new Map<string, number>();
  const byTemplate = new Map<string, Map<number, Entry[]>>();
  for (const entry of entries) {
    const name = [entry.templateId, entry.itemId, entry.field, entry.targetLanguage].join('/');
    const earlier = seen.get(name);
    if (earlier === undefined) seen.set(name, entry.line);
    const reason =
      earlier === undefined ? refusalOf(entry, languages) : `is in the file already, in line ${numberText(earlier)}`;
    if (reason !== undefined || entry.itemId === null)
      outcome.refused.push(rowOf(entry, { refusal: reason ?? noItem }));
    else if (isUntouched(entry)) outcome.unchanged += 1;
    else {
      const items = byTemplate.get(entry.templateId) ?? new Map<number, Entry[]>();
      const texts = items.get(entry.itemId) ?? [];
      texts.push(entry);
      byTemplate.set(entry.templateId, items.set(entry.itemId, texts));
    }
  }
  const access = { overwrite, mayEditReadOnly: mayEditReadOnly(caller.grants) };
  const found: [TemplateModel | undefined, Map<number, Entry[]>][] = [];
  for (const [templateId, items] of byTemplate)
    found.push([await findTemplate(query, caller.instanceId, templateId), items]);
  if (found.some(([model]) => model?.change)) throw stillChanging();
  await refuseTooMany(query, found);
  const ask = await findAsk(deps, toPlace(caller));
  for (const [model, items] of found) await changeItems({ query, ask }, model, items, outcome, access);
  return outcome;
}

const noItem = 'names no item';

function refusalOf({ itemId, sourceLanguage, targetLanguage }: Entry, languages: ReadonlySet<string>) {
  if (itemId === null) return noItem;
  if (!languages.has(targetLanguage)) return `${targetLanguage || 'the target'} is not a language of the project`;
  return sourceLanguage === targetLanguage ? 'is translated to the language of its source' : undefined;
}

async function refuseTooMany(
  query: Query,
  templates: readonly (readonly [TemplateModel | undefined, ReadonlyMap<number, unknown>])[],
): Promise<void> {
  const ids = templates.flatMap(([, items]) => [...items.keys()]);
  const keys = templates.flatMap(([model]) => model?.key ?? []);
  const tooMany = (what: string) =>
    new AppError('invalid', { message: `The file changes ${what} at once. Split it by template or state.` });
  if (ids.length > contentLimits.bulkAtOnce)
    throw tooMany(
      `${numberText(ids.length)} items, and at most ${numberText(contentLimits.bulkAtOnce)} can be changed`,
    );
  const sizes = ids.length > 0 ? await readSizes(query, keys, ids) : [];
  if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytes)
    throw tooMany(`more than ${mostBytes / 1024 / 1024} MiB of items`);
}

async function changeItems(
  { query, ask }: { query: Query; ask: Ask | undefined },
  model: TemplateModel | undefined,
  entries: ReadonlyMap<number, readonly Entry[]>,
  outcome: Outcome,
  access: { overwrite: boolean; mayEditReadOnly: boolean },
): Promise<void> {
  const found = await readItems(query, model?.key ?? null, [...entries.keys()]);
  const open: { item: NewValues; rows: Row[] }[] = [];
  for (const [id, texts] of entries) {
    await breathe();
    const before = found.get(id);
    if (!model || !before) {
      const refusal = model ? 'there is no such item' : 'there is no such template';
      outcome.refused.push(...texts.map((entry) => rowOf(entry, { refusal })));
      continue;
    }
    const draft = createDraft(before.values);
    const changed: Row[] = [];
    for (const entry of texts) {
      const change = changeText(model, draft, entry, access);
      const about = { label: before.label, field_name: nameOf(model, entry.field) };
      if (change.kind === 'unchanged') outcome.unchanged += 1;
      else if (change.kind === 'refused') {
        const { reason: refusal, before: was, isConflict } = change;
        outcome.refused.push(rowOf(entry, { ...about, before: was, refusal, is_conflict: isConflict }));
      } else changed.push(rowOf(entry, { ...about, before: change.before, is_outdated: change.isOutdated }));
    }
    if (changed.length === 0) continue;
    const checked = checkNewValues({ model, label: before.label, before, values: draft.values }, access);
    if ('refusal' in checked)
      outcome.refused.push(...changed.map((row) => ({ ...row, refusal: toldAt(model, row.field, checked.refusal) })));
    else open.push({ item: { model, id, before, values: checked.values }, rows: changed });
  }
  const about = open.map(({ item: { before, ...item } }) => ({ ...item, label: before.label }));
  const said = (await ask?.(about)) ?? [];
  for (const [index, { item, rows }] of open.entries()) {
    const [refusal] = said[index] ?? [];
    if (refusal)
      outcome.refused.push(...rows.map((row) => ({ ...row, refusal: toldAt(item.model, row.field, refusal) })));
    else {
      outcome.changed.push(...rows);
      outcome.items.push(item);
    }
  }
}

/** The reason as it is shown at a field, with the name of the one that it is about if that is another. */
function toldAt(model: TemplateModel, field: string, { field_id, path, reason }: Incompatibility): string {
  const at = itemFieldId(field_id, path ?? null);
  // The size of an item is about all of its fields.
  return at === field || at === 'fields' ? reason : `${nameOf(model, at)}: ${reason}`;
}

/** The name of a field by the id of a value. */
function nameOf({ tree }: TemplateModel, valueId: string): string {
  const [fieldId = '', ...path] = valueId.split('.');
  return placedName(tree, fieldId, path.map(Number));
}

const cut = (text: string): string =>
  text.length > listed.characters ? `${text.slice(0, listed.characters).replace(/[\ud800-\udbff]$/, '')}…` : text;

const rowOf = (entry: Entry, about: Partial<Row>): Row => ({
  line: entry.line,
  template_id: entry.templateId,
  item_id: entry.itemId,
  label: '',
  field: entry.field,
  field_name: entry.field,
  after: cut(entry.target),
  is_outdated: false,
  refusal: null,
  is_conflict: false,
  ...about,
  before: cut(about.before ?? ''),
});

function describe({ texts, unchanged, refused, changed }: Outcome) {
  return {
    texts,
    changed: changed.length,
    unchanged,
    refused: refused.length,
    conflicts: refused.filter(({ is_conflict }) => is_conflict).length,
    outdated: changed.filter(({ is_outdated }) => is_outdated).length,
    rows: [...refused, ...changed].slice(0, listed.rows),
  };
}
