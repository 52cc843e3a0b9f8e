import { type TSchema, type TUnsafe, Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { type FieldSettings, type FieldType, fieldTypes, isRowType } from '../field-types/registry.ts';
import type { SettingKind } from '../field-types/setting.ts';
import { Done, Exact, FieldId, Id, InstanceParams, Moment, Nullable, Status, TemplateId, Version } from './common.ts';
import { ItemField } from './items.ts';

const name = Type.String({ maxLength: 64 });
const label = Type.String({ maxLength: 96 });

const settingShapes: Record<SettingKind, TSchema> = {
  flag: Type.Boolean(),
  limit: Nullable(Type.Number()),
  template: Type.String({ maxLength: 64 }),
};

const settingsOf = (type: FieldType) => {
  const own = Object.entries(fieldTypes[type].settings).map(([setting, { kind }]) => [setting, settingShapes[kind]]);
  return Exact({ type: Type.Literal(type), name, label, ...Object.fromEntries(own) });
};

const typesOfFields = (Object.keys(fieldTypes) as FieldType[]).filter((type) => !isRowType(type));

/** The settings of a field by its type; the rules of each type are the registry's. */
// What it is made of is not known to the compiler, which the registry's own types are.
export const Settings = Type.Union(typesOfFields.map(settingsOf)) as unknown as TUnsafe<FieldSettings>;

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

/** A field of a template as it is saved. One with the status 3 is taken away, as is one that is not sent at all. */
export const SaveTemplateField = Exact({
  id: FieldId,
  settings: Settings,
  parentId: Nullable(FieldId),
  order: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  status: Type.Optional(Status),
});

/** A template as it is saved: `version` is the one that the save started from, 0 for a new template. */
const SaveTemplate = Exact({
  id: TemplateId,
  label: Type.String({ maxLength: 64 }),
  version: Version,
  fields: Type.Array(SaveTemplateField, { maxItems: 5000 }),
});

const Count = Type.Integer({ minimum: 0 });

/** A value of an item, as a person reads it, and why it cannot stay or come back. */
const Misfit = Exact({ id: Id, label: Type.String(), value: Type.String({ maxLength: 200 }), reason: Type.String() });

/** Items that a change concerns, with the first of them by id. */
const Misfits = Exact({ count: Count, sample: Type.Array(Misfit, { maxItems: 20 }) });

/** What a save would do to the values that items have in one field. One that only moves among its siblings has none. */
export const FieldEffect = Exact({
  field_id: FieldId,
  status: Status,
  /** Items with a value in the field: a removed field takes it from them, an updated one leaves it to them. */
  items: Count,
  items_is_exact: Type.Optional(
    Type.Boolean({ description: 'False where at least `items` have a value in the field' }),
  ),
  /** Items that would lack a value that the field then requires; they stay as they are until somebody saves them. */
  missing: Count,
  /** Items that get back the value that they had when the field was removed. */
  restored: Count,
  /** Items whose former value cannot come back, and why; it stays in their history. */
  unrestorable: Misfits,
  /** Items whose value the change would break; as long as there is one, the save is refused. */
  misfits: Misfits,
});

/** A field that the template once had: saved again under its id, it has the values that items had in it. */
export const RemovedField = Exact({
  id: FieldId,
  settings: Settings,
  parentId: Nullable(FieldId),
  order: Type.Integer({ minimum: 0 }),
  removed_at: Moment,
  /** Items that had a value in it then. */
  items: Count,
});

/** A template with its fields, a flat list. */
export const Template = Exact({
  id: TemplateId,
  header: Exact({ label: Type.String(), version: Version }),
  fields: Type.Array(TemplateField),
  /** True while items are still being changed as the fields were; `progress` tells how far that is. */
  is_changing: Type.Optional(Type.Boolean()),
});

/** What a save of a template still does to its items. */
const Change = Exact({
  /** Whether values of removed fields are taken from them, and whether values are brought back. */
  removes: Type.Boolean(),
  restores: Type.Boolean(),
  items: Count,
  done: Count,
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
    body: SaveTemplate,
    response: Exact({ id: TemplateId, version: Version }),
  },
  dryRun: {
    params: InstanceParams,
    body: SaveTemplate,
    response: Exact({
      /** Items of the template. */
      items: Count,
      effects: Type.Array(FieldEffect),
    }),
  },
  progress: { params: TemplateParams, response: Exact({ change: Nullable(Change) }) },
  removedFields: {
    params: TemplateParams,
    /** The last removed first, at most 500. */
    response: Exact({ fields: Type.Array(RemovedField, { maxItems: 500 }) }),
  },
  exampleExport: {
    params: InstanceParams,
    body: Exact({
      template_id: Type.String({ maxLength: 64 }),
      template_fields: Type.Array(SaveTemplateField, { maxItems: 5000 }),
      item_fields: Type.Array(ItemField, { maxItems: contentLimits.saveFields }),
    }),
    /** The item as an exported file would have it. Text and no object, as JavaScript puts names like `7` first. */
    response: Exact({ json: Type.String() }),
  },
  isUnique: { params: TemplateParams, response: Exact({ is_unique: Type.Boolean() }) },
  delete: { params: TemplateParams, response: Done },
} as const;
