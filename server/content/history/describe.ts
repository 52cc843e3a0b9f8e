import { toItemFields } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { StoredField } from '../../core/tables/content.ts';
import type { TemplateModel } from '../model/template-model.ts';
import { describeFields } from '../schema/replace-template.ts';
import { toTemplate } from '../schema/template-repository.ts';
import type { ItemContent, TargetItem } from './content-repository.ts';
import { differencesOf, type Sides } from './merge.ts';

type TemplateDiff = Output<typeof sync.getTemplate>;
type TemplateState = Pick<TemplateModel, 'label' | 'version' | 'fields'>;

/** The kind of change from target to source, of which at least one exists. */
export const changeOf = ({ source, target }: { source: unknown; target: unknown }) => {
  if (!target) return 'added';
  return source ? 'updated' : 'removed';
};

/** Fields of the source's template, then those that only the target's has. */
export function fieldsOfBoth(
  from: Pick<TemplateModel, 'fields'> | undefined,
  to: Pick<TemplateModel, 'fields'> | undefined,
): StoredField[] {
  const fields = from?.fields ?? [];
  const known = new Set(fields.map(({ id }) => id));
  const others = (to?.fields ?? []).filter(({ id }) => !known.has(id));
  const ids = new Set([...fields, ...others].map(({ id }) => id));
  // A field whose parent is missing is moved to the top level.
  return [...fields, ...others].map((field) =>
    field.parentId === null || ids.has(field.parentId) ? field : { ...field, parentId: null },
  );
}

/** The sides of an item and their differences. */
export function describeSides(sides: Sides, fields: readonly StoredField[]) {
  const tree = buildTree(fields);
  const side = (content: (ItemContent & Partial<TargetItem>) | undefined) =>
    content
      ? {
          label: content.label,
          version: content.version ?? null,
          // Template fields only have types that item fields can have.
          fields: toItemFields(tree, content.values) as NonNullable<ItemDiff['source']>['fields'],
        }
      : null;
  return {
    base: side(sides.base),
    source: side(sides.source),
    target: side(sides.target),
    label_changed: sides.source?.label !== sides.target?.label,
    fields: differencesOf(sides),
    template_fields: toTemplate({ id: '', label: '', version: 0, fields }).fields,
  };
}

/** A template's sides and the fields that differ, without the effects on items. */
export function describeTemplate(
  templateId: string,
  { source, target }: { source: TemplateState | undefined; target: TemplateState | undefined },
): TemplateDiff {
  const side = (state: TemplateState | undefined) =>
    state
      ? {
          label: state.label,
          version: state.version,
          fields: toTemplate({ ...state, id: templateId, change: undefined }).fields,
        }
      : null;
  return {
    template_id: templateId,
    change: changeOf({ source, target }),
    source: side(source),
    target: side(target),
    fields: describeFields(target?.fields ?? [], source?.fields ?? []),
    items: 0,
    effects: [],
  };
}
