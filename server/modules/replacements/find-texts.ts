import type { Replacement } from '@quartermaster/contract/endpoints/replacements.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import {
  labelField,
  mostGrowth,
  operationsOf,
  readOperations,
} from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { batchesBySize } from '../../content/change-sets/batches.ts';
import { stillChanging } from '../../content/change-sets/door/wait.ts';
import type { Edit } from '../../content/change-sets/edits/edit.ts';
import { readItems, type TargetItem } from '../../content/history/content-repository.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { findTemplate, noSuchTemplate } from '../../content/model/template-models.ts';
import { AppError } from '../../core/base/errors.ts';
import { createPauses } from '../../core/base/pauses.ts';
import type { Query } from '../../core/database/database.ts';
import { listCandidates, listTemplateIds } from './repository.ts';

/** The most items in which a text is replaced at once. */
const mostItems = 100_000;

/** An item in which a text was found. */
export interface FoundItem {
  id: number;
  label: string;
  version: number;
  hash: string;
}

/** The items of a template in which a text was found, and the edit that replaces it. */
export interface FoundTexts {
  model: TemplateModel;
  edit: Extract<Edit, { kind: 'update' }>;
  items: FoundItem[];
  bytes: number;
}

/** Finds a text in the labels and texts of items, template by template; throws 422 if it is in too many items. */
export async function findTexts(
  query: Query,
  instanceId: number,
  sought: Replacement,
  access: { mayEditReadOnly: boolean },
): Promise<FoundTexts[]> {
  const known = await listTemplateIds(query, instanceId);
  for (const id of sought.templates ?? []) if (!known.includes(id)) throw noSuchTemplate(id);
  const found: FoundTexts[] = [];
  let total = 0;
  for (const id of sought.templates ? known.filter((one) => sought.templates?.includes(one)) : known) {
    const model = await findTemplate(query, instanceId, id);
    if (!model) throw new AppError('changed');
    if (model.change) throw stillChanging();
    const texts = await findIn(query, model, sought, access);
    total += texts.items.length;
    if (total > mostItems)
      throw new AppError('invalid', {
        message: `The text is in more than ${numberText(mostItems)} items. Choose some of the templates.`,
        fields: { find: `is in more than ${numberText(mostItems)} items` },
      });
    if (texts.items.length > 0) found.push(texts);
  }
  return found;
}

async function findIn(
  query: Query,
  model: TemplateModel,
  sought: Replacement,
  access: { mayEditReadOnly: boolean },
): Promise<FoundTexts> {
  const edit = replacing(model, sought, access);
  const { key } = model;
  const found: FoundTexts = { model, edit, items: [], bytes: 0 };
  const pause = createPauses();
  const candidates = await listCandidates(query, key, sought.find, mostItems + 1);
  const sizes = new Map(candidates.map(({ id, bytes }) => [id, bytes]));
  const measure = async () => (item: { bytes: number }) => item.bytes;
  for await (const batch of batchesBySize(candidates, candidates.length, measure)) {
    const contents = await readItems(
      query,
      key,
      batch.map(({ id }) => id),
    );
    for (const [id, item] of contents) {
      await pause();
      if (!isFound(edit, item)) continue;
      const { label, version, hash } = item;
      found.items.push({ id, label, version, hash });
      found.bytes += sizes.get(id) ?? 0;
    }
  }
  found.items.sort((a, b) => a.id - b.id);
  return found;
}

/** The keys of a document, too, are searched by the database. */
function isFound(edit: FoundTexts['edit'], item: TargetItem): boolean {
  const edited = edit.edit(item);
  return 'refusal' in edited || edited.item.label !== item.label || edited.item.values !== item.values;
}

/** The replacement of a text in the label and in every text of a template that may be changed. */
function replacing(
  { tree, leaves }: TemplateModel,
  { find, replace_with: value, whole_words = false, match_case = false }: Replacement,
  access: { mayEditReadOnly: boolean },
): FoundTexts['edit'] {
  const texts = [...leaves].flatMap(([id, { field, holdsRows }]) => {
    const { settings } = field;
    const isReplaceable = !holdsRows && operationsOf(settings).replace !== undefined;
    return isReplaceable && (access.mayEditReadOnly || !settings.readOnly) ? [id] : [];
  });
  const fields = [labelField, ...texts];
  const how = { op: 'replace', find, value, whole_words, ignore_case: !match_case } as const;
  const operations = fields.map((field_id) => ({ field_id, ...how }));
  const read = readOperations(tree, operations, access);
  if ('wrong' in read)
    throw new AppError('invalid', { fields: { find: Object.values(read.wrong)[0] ?? 'is not valid' } });
  return { kind: 'update', fields, edit: read.edit, growth: (size) => mostGrowth(tree, operations, size) };
}
