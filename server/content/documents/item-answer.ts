import { toItemFields } from '@quartermaster/contract/content/item-fields.ts';
import type { Item } from '@quartermaster/contract/endpoints/items.ts';
import { currentValues } from '../model/current-values.ts';
import type { TemplateModel } from '../model/template-model.ts';
import type { ItemState } from './item-repository.ts';

/** An item in its API form. */
export const toItem = (
  model: TemplateModel,
  { id, label, values, version, created_at, updated_at }: ItemState,
): Item => ({
  id,
  template_id: model.id,
  header: { internal_label: label },
  version,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  // Template fields only have types that item fields can have.
  fields: toItemFields(model.tree, currentValues(model, values)) as Item['fields'],
});
