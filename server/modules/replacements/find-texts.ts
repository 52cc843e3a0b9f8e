import type { Replacement } from '@quartermaster/contract/endpoints/replacements.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import {
  type EditItem,
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

/** How many items that may contain it are listed by one statement. */
const candidatesAtOnce = 1000;

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
  edit: Extract<Edit, { kind: 'update' }> & { edit: EditItem };
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
    // The first one also without items: a request that changes nothing is stored, too.
    if (texts.items.length > 0 || found.length === 0) found.push(texts);
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
  // Page by page: the names of fields in a document may contain the text, too, so that all items of a template are candidates.
  for (let after = 0; ; ) {
    const page = await listCandidates(query, key, sought.find, { after, limit: candidatesAtOnce });
    for await (const batch of batchesBySize(page, page.length, measure)) {
      const bytesOf = new Map(batch.map(({ id, bytes }) => [id, bytes]));
      for (const [id, item] of await readItems(query, key, [...bytesOf.keys()])) {
        await pause();
        if (!isFound(edit, item)) continue;
        const { label, version, hash } = item;
        found.items.push({ id, label, version, hash });
        found.bytes += bytesOf.get(id) ?? 0;
      }
    }
    after = page.at(-1)?.id ?? after;
    if (page.length < candidatesAtOnce || found.items.length > mostItems) break;
  }
  found.items.sort((a, b) => a.id - b.id);
  return found;
}

const measure = async () => (item: { bytes: number }) => item.bytes;

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
