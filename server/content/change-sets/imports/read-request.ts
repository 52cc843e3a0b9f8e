import { refusalOf } from '@quartermaster/contract/access.ts';
import { findField, type Vocabulary } from '@quartermaster/contract/content/field-names.ts';
import type { ImportMatch } from '@quartermaster/contract/endpoints/imports.ts';
import { mayEditReadOnly, newItem } from '@quartermaster/contract/endpoints/items.ts';
import { keyFieldOf } from '@quartermaster/contract/sheets/system-columns.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { InstanceCaller } from '../../../core/session/access.ts';
import type { ImportRequest } from '../../../core/tables/imports.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { uniqueFields } from '../../model/unique-fields.ts';
import type { Matching } from './file-index.ts';

/** How rows are to find their items, as requested. */
interface Requested {
  match?: ImportMatch;
  /** The unique field to match by, as a column; the key field if omitted. */
  key?: string;
}

/** How rows find their items, and what the caller may do; throws 422 for a key that is not unique, and for a match by key without one. */
export function readRequest(model: TemplateModel, requested: Requested, { grants }: InstanceCaller): ImportRequest {
  const { id, version, hash } = model;
  const { match } = requested;
  return {
    template: { id, key: model.key, version, hash },
    ...(match && { match }),
    keyField: readKeyField(model, requested) ?? null,
    mayCreate: refusalOf(newItem, grants) === null,
    mayEditReadOnly: mayEditReadOnly(grants),
  };
}

/** How rows find their items by a template's fields; throws 422 like {@link readRequest}. */
export const readMatching = (model: TemplateModel, requested: Requested, vocabulary: Vocabulary): Matching =>
  matchingOf(model, { match: requested.match, keyField: readKeyField(model, requested, vocabulary) ?? null });

function readKeyField(
  model: TemplateModel,
  { match, key }: Requested,
  vocabulary: Vocabulary = 'names',
): string | undefined {
  const named = vocabulary === 'ids' || key === undefined ? key : findField(model.tree, key)?.id;
  const keyField = key === undefined ? keyFieldOf(model.tree)?.id : findUnique(model, named)?.id;
  if (key !== undefined && keyField === undefined)
    throw new AppError('invalid', { fields: { key: 'is no field with unique values of the template' } });
  if (match === 'key' && keyField === undefined)
    throw new AppError('invalid', { fields: { match: 'the template has no key field; name a unique field as key' } });
  return keyField;
}

const findUnique = (model: TemplateModel, fieldId: string | undefined) =>
  [...uniqueFields(model).values()].find(({ id }) => id === fieldId);

/** How rows find their items, by the template's fields. */
export const matchingOf = (
  model: TemplateModel,
  { match, keyField }: { match?: ImportMatch | undefined; keyField: string | null },
): Matching => ({
  match,
  keyField: keyField === null ? undefined : findUnique(model, keyField),
});

/** True if a template is still in the state that rows were read for. */
export const isSameTemplate = (model: TemplateModel | undefined, { template }: ImportRequest): model is TemplateModel =>
  model !== undefined &&
  model.key === template.key &&
  model.version === template.version &&
  model.hash === template.hash &&
  !model.change;
