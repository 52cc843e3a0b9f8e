import { Type } from 'typebox';
import { Done, Exact, Id, InstanceParams, Moment, Nullable, Version } from './common.ts';

/** 3 to 64 Latin letters, digits and underscores. */
export const TemplateId = Type.String({ pattern: '^[A-Za-z0-9_]{3,64}$' });

/** Chosen by whoever makes the field, kept for its life, unique in its template. */
export const FieldId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });

const name = Type.String({ maxLength: 64 });
const label = Type.String({ maxLength: 96 });
const required = Type.Boolean();
const limit = Nullable(Type.Number());

/** The settings of a field by its type; the rules of each type are the registry's. */
export const Settings = Type.Union([
  Exact({ type: Type.Literal('text'), name, label, required, minimum: limit, maximum: limit }),
  Exact({ type: Type.Literal('integer'), name, label, required, minimum: limit, maximum: limit }),
  Exact({ type: Type.Literal('float'), name, label, required, minimum: limit, maximum: limit }),
  Exact({ type: Type.Literal('boolean'), name, label }),
  Exact({ type: Type.Literal('item-link'), name, label, required, templateId: Type.String({ maxLength: 64 }) }),
  Exact({ type: Type.Literal('item-link-list'), name, label, required, templateId: Type.String({ maxLength: 64 }) }),
  Exact({ type: Type.Literal('group'), name, label }),
  Exact({ type: Type.Literal('dynamic-group'), name, label }),
  Exact({ type: Type.Literal('image'), name, label, required }),
]);

/** A field of a template as it is answered. */
export const TemplateField = Exact({
  id: FieldId,
  settings: Settings,
  parentId: Nullable(FieldId),
  children: Type.Array(FieldId),
  order: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  created_at: Moment,
  updated_at: Moment,
});

/** A field of a template as it is saved. */
export const SaveTemplateField = Exact({
  id: FieldId,
  settings: Settings,
  parentId: Nullable(FieldId),
  order: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
});

/** A template with its fields, a flat list. */
export const Template = Exact({
  id: TemplateId,
  header: Exact({ label: Type.String(), version: Version }),
  fields: Type.Array(TemplateField),
});

const TemplateParams = Exact({ instanceId: Id, templateId: TemplateId });

/** Shapes of the calls about templates. */
export const templateShapes = {
  list: {
    params: InstanceParams,
    response: Exact({
      templates: Type.Array(
        Exact({
          id: TemplateId,
          header: Exact({ label: Type.String(), version: Version }),
          item_count: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  },
  get: { params: TemplateParams, response: Template },
  save: {
    params: InstanceParams,
    body: Exact({
      id: TemplateId,
      label: Type.String({ maxLength: 64 }),
      version: Version,
      fields: Type.Array(SaveTemplateField, { maxItems: 5000 }),
    }),
    response: Exact({ id: TemplateId, version: Version }),
  },
  isUnique: { params: TemplateParams, response: Exact({ is_unique: Type.Boolean() }) },
  delete: { params: TemplateParams, response: Done },
} as const;
