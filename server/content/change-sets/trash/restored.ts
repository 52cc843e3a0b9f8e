import { computeValues } from '@quartermaster/contract/conditions/compute-values.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Checked } from '@quartermaster/contract/endpoints/door.ts';
import type { Query } from '../../../core/database/database.ts';
import type { StoredTemplateState } from '../../../core/tables/change-sets.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import type { ItemContent } from '../../history/content-repository.ts';
import { fitValues } from '../../history/fit-values.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import type { SyncedState } from '../change-set.ts';
import { type Returned, readReturned } from './returned.ts';
import { type DeletedItem, findFieldsAt, readDeleted } from './trash-repository.ts';

/** Something that prevents an item or a template from coming back. */
export type Refusal = Checked['refusals']['sample'][number];

/** A deleted item that may come back. */
export interface RestorableItem extends DeletedItem, SyncedState {
  /** The version of the template that it was deleted with. */
  templateVersion: number | null;
}

/** A template with items that may come back, or that may come back itself. */
export interface RestorableTemplate {
  id: string;
  key: number;
  /** As it is, or as it would be restored. */
  model: TemplateModel;
  /** Its state once it is restored; null if it exists. */
  restored: StoredTemplateState | null;
  items: readonly RestorableItem[];
}

/** Values that a template has places for, and the ids of the fields whose values are left out. */
interface Fitted {
  values: ItemValues;
  dropped: ReadonlySet<string>;
}

/** An item with the content that it would come back with. */
export interface FittedItem extends Fitted {
  item: RestorableItem;
  label: string;
  /** True if its template has not changed since: then it was valid as it is. */
  isAsBefore: boolean;
}

/** Reads the contents of deleted items and fits them to their template; one that is not stored any more is missing. */
export async function readFitted(
  query: Query,
  { key, model, restored }: Pick<RestorableTemplate, 'key' | 'model' | 'restored'>,
  items: readonly RestorableItem[],
): Promise<Map<number, FittedItem>> {
  const contents = await readDeleted(query, key, items);
  // Deleting a template and restoring it are versions, too.
  const current = restored ? restored.version - 2 : model.version;
  const changed = items.filter(({ templateVersion }) => templateVersion !== current);
  const returnedTo = await readReturned(query, { key, model }, changed);
  const fieldsAt = new Map<number | null, readonly StoredField[]>();
  for (const version of new Set(changed.map(({ templateVersion }) => templateVersion))) {
    const fields = version === null ? undefined : await findFieldsAt(query, key, version);
    if (fields) fieldsAt.set(version, fields);
  }
  return new Map(
    items.flatMap((item): [number, FittedItem][] => {
      const content = contents.get(item.id);
      if (!content) return [];
      const isAsBefore = item.templateVersion === current;
      const fitted = isAsBefore
        ? { values: content.values, dropped: noFields }
        : fitWithReturned(model, content.values, {
            previousFields: fieldsAt.get(item.templateVersion) ?? model.fields,
            returned: returnedTo(item.id, content.values),
          });
      return [[item.id, { item, label: content.label, isAsBefore, ...withComputed(model, fitted) }]];
    }),
  );
}

/** What an item had when it was deleted, and what it had lost before with fields that are back, fitted to its template. */
function fitWithReturned(
  model: TemplateModel,
  content: ItemValues,
  { previousFields, returned }: { previousFields: readonly StoredField[]; returned: Returned },
): Fitted {
  const others = previousFields.filter(({ id }) => !returned.fields.has(id));
  const all = { ...content, ...returned.values };
  const { values, missing } = fitValues(model, all, [...returned.fields.values(), ...others]);
  return { values, dropped: new Set([...missing.map(({ field_id }) => field_id), ...returned.lost]) };
}

const noFields: ReadonlySet<string> = new Set();

const withComputed = ({ tree }: TemplateModel, { values, dropped }: Fitted): Fitted => ({
  values: computeValues(tree, values).values,
  dropped,
});

/** The content of a restored item. */
export const contentOf = ({ label, values }: FittedItem): ItemContent => ({ label, values });
