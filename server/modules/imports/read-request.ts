import { refusalOf } from '@quartermaster/contract/access.ts';
import type { ImportMatch } from '@quartermaster/contract/endpoints/imports.ts';
import { mayEditReadOnly, newItem } from '@quartermaster/contract/endpoints/items.ts';
import { keyFieldOf } from '@quartermaster/contract/sheets/own-columns.ts';
import type { Matching } from '../../content/change-sets/imports/file-index.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { uniqueFields } from '../../content/model/unique-fields.ts';
import { AppError } from '../../core/base/errors.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import type { ImportRequest } from '../../core/tables/imports.ts';

/** Throws 422 for a key that is not unique, and for a match by key without one. */
export function readRequest(
  model: TemplateModel,
  { match, key }: { match?: ImportMatch; key?: string },
  { grants }: InstanceCaller,
): ImportRequest {
  const { id, version, hash } = model;
  const keyField = key === undefined ? keyFieldOf(model.tree)?.id : findUnique(model, key)?.id;
  if (key !== undefined && keyField === undefined)
    throw new AppError('invalid', { fields: { key: 'is no field with unique values of the template' } });
  if (match === 'key' && keyField === undefined)
    throw new AppError('invalid', { fields: { match: 'the template has no key field; name a unique field as key' } });
  return {
    template: { id, key: model.key, version, hash },
    ...(match && { match }),
    keyField: keyField ?? null,
    mayCreate: refusalOf(newItem, grants) === null,
    mayEditReadOnly: mayEditReadOnly(grants),
  };
}

const findUnique = (model: TemplateModel, fieldId: string) =>
  [...uniqueFields(model).values()].find(({ id }) => id === fieldId);

export const matchingOf = (model: TemplateModel, { match, keyField }: ImportRequest): Matching => ({
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
