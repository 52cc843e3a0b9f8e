import { type TSchema, type TUnsafe, Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { expressionLength } from '../field-types/expression-length.ts';
import { optionColors, optionLimits } from '../field-types/options.ts';
import { type FieldSettings, type FieldType, fieldTypes, isRowType } from '../field-types/registry.ts';
import { ruleLimits } from '../field-types/rules.ts';
import type { Setting, SettingKind } from '../field-types/setting.ts';
import { mostShownFor } from '../field-types/shown-when.ts';
import {
  Done,
  Exact,
  FieldId,
  Id,
  InstanceParams,
  Language,
  Moment,
  Nullable,
  refusalKey,
  Status,
  TemplateId,
  Version,
} from './common.ts';
import { ItemField, LocalisedValue } from './items.ts';

const name = Type.String({ maxLength: 64 });
const label = Type.String({ maxLength: 96 });

/** The rules of a setting have its own maximum. */
const textLength = 1000;

const settingShapes: Record<SettingKind, TSchema> = {
  flag: Type.Boolean(),
  limit: Nullable(Type.Number()),
  template: Type.String({ maxLength: 64 }),
  templates: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 }),
  options: Type.Array(
    Exact({
      id: Type.String({ maxLength: optionLimits.idLength }),
      label: Type.String({ maxLength: optionLimits.labelLength }),
      color: Type.Optional(Type.Enum([...optionColors])),
    }),
    { maxItems: optionLimits.options },
  ),
  language: Language,
  text: Type.String({ maxLength: textLength }),
  rules: Type.Array(
    Exact({
      name: Type.String({ maxLength: ruleLimits.nameLength }),
      condition: Type.String({ maxLength: ruleLimits.conditionLength }),
      message: Type.String({ maxLength: ruleLimits.messageLength }),
      warning: Type.Optional(Type.Literal(true)),
    }),
    { maxItems: ruleLimits.ofField },
  ),
  pattern: Type.String({ maxLength: textLength }),
  shownWhen: Exact({
    field: FieldId,
    is: Type.Array(Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]), {
      maxItems: mostShownFor,
    }),
  }),
  formula: Type.String({ maxLength: expressionLength }),
  extension: Type.String({ maxLength: 40 }),
  value: Type.Union([
    Type.String({ maxLength: contentLimits.textLength }),
    Type.Number(),
    Type.Boolean(),
    Type.Array(Type.Union([Type.String({ maxLength: contentLimits.textLength }), Type.Number()]), { maxItems: 1000 }),
    LocalisedValue,
  ]),
};

const shapeOf = ({ kind, isOptional }: Setting): TSchema =>
  isOptional ? Type.Optional(settingShapes[kind]) : settingShapes[kind];

const settingsOf = (type: FieldType) => {
  const settings = Object.entries(fieldTypes[type].settings).map(([name, setting]) => [name, shapeOf(setting)]);
  return Exact({ type: Type.Literal(type), name, label, ...Object.fromEntries(settings) });
};

const typesOfFields = (Object.keys(fieldTypes) as FieldType[]).filter((type) => !isRowType(type));

/** The settings of a field by its type; the registry has the rules of each type. */
// The compiler cannot infer this union, but the registry's types match it.
export const Settings = Type.Union(typesOfFields.map(settingsOf)) as unknown as TUnsafe<FieldSettings>;

/** A field of a template in a response. */
export const TemplateField = Exact({
  id: FieldId,
  settings: Settings,
  parentId: Nullable(FieldId),
  children: Type.Array(FieldId),
  order: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  created_at: Moment,
  updated_at: Moment,
});

const OptionId = Type.String({ maxLength: optionLimits.idLength });

/** What items get in place of an option that a save removes; `null` for no value. */
const ReplacedOption = Exact({ id: OptionId, by: Nullable(OptionId) });

/**
 * A field of a template in a save. A field with the status 3, or one that is not sent, is removed. A field can be sent as it
 * was read: `children`, `created_at` and `updated_at` are ignored.
 */
export const SaveTemplateField = Exact({
  id: FieldId,
  settings: Settings,
  parentId: Nullable(FieldId),
  order: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  children: Type.Optional(Type.Array(FieldId, { maxItems: 5000 })),
  created_at: Type.Optional(Moment),
  updated_at: Type.Optional(Moment),
  status: Type.Optional(Status),
  converts: Type.Optional(
    Type.Boolean({
      description:
        'Converts the values of items if the field has got another type, or gives them their former form; without it, a field that items have values in cannot get a type with other values',
    }),
  ),
  replaced_options: Type.Optional(
    Type.Array(ReplacedOption, {
      maxItems: optionLimits.options,
      description:
        'What items get in place of removed options; without it, an option that items have cannot be removed',
    }),
  ),
});

/** A template in a save: `version` is the one that the save started from, 0 for a new template. */
const SaveTemplate = Exact({
  // Its rules have messages of their own.
  id: Type.String({ maxLength: 200, [refusalKey]: 'ID must be at most 64 characters' }),
  label: Type.String({ maxLength: 64, [refusalKey]: 'Name must be at most 64 characters' }),
  version: Version,
  fields: Type.Array(SaveTemplateField, { maxItems: 5000 }),
});

const Count = Type.Integer({ minimum: 0 });

/** The value of an item in readable form, and the reason why it cannot be kept or restored. */
const IncompatibleValue = Exact({
  id: Id,
  label: Type.String(),
  value: Type.String({ maxLength: 200 }),
  reason: Type.String(),
});

/** Affected items: their number and the first of them by id. */
const IncompatibleValues = Exact({ count: Count, sample: Type.Array(IncompatibleValue, { maxItems: 20 }) });

/** The effect of a save on the items' values in one field. A field that only moves among its siblings has no effect. */
export const FieldEffect = Exact({
  field_id: FieldId,
  status: Status,
  /** Items with a value in the field: if the field is removed they lose it, if it is updated they keep it. */
  items: Count,
  items_is_exact: Type.Optional(
    Type.Boolean({ description: 'If false, at least `items` items have a value in the field' }),
  ),
  /** Items that would lack a value in a now required field; they stay unchanged until they are next saved. */
  missing: Count,
  /** Items whose value from before the field's removal is restored. */
  restored: Count,
  /** Items whose former value cannot be restored, and why; it remains in their history. */
  unrestorable: IncompatibleValues,
  /** The removed options that items have, with the number of these items. */
  removed_options: Type.Optional(
    Type.Array(Exact({ id: OptionId, label: Type.String(), items: Count }), { maxItems: optionLimits.options }),
  ),
  /** Some values that the save converts, before and after it. */
  converted: Type.Optional(
    Type.Array(
      Exact({
        id: Id,
        label: Type.String(),
        before: Type.String({ maxLength: 200 }),
        after: Type.String({ maxLength: 200 }),
      }),
      { maxItems: 20 },
    ),
  ),
  /** Items whose value would become invalid, or break a new condition; while there are any, the save is refused. */
  incompatible: IncompatibleValues,
  /** Items about which new conditions of the field only warn. */
  warnings: Type.Optional(IncompatibleValues),
});

/** A removed field of the template; saving it again under its id restores the items' values. */
export const RemovedField = Exact({
  id: FieldId,
  settings: Settings,
  parentId: Nullable(FieldId),
  order: Type.Integer({ minimum: 0 }),
  removed_at: Moment,
  /** Items that had a value in it when it was removed. */
  items: Count,
});

/** A converted field; saving it with its former settings and `converts` gives the items' values their former form. */
export const ConvertedField = Exact({
  id: FieldId,
  /** Its settings before and after the conversion. */
  before: Settings,
  after: Settings,
  /** The field that was the only one in its rows. */
  only: Nullable(Exact({ id: FieldId, settings: Settings })),
  converted_at: Moment,
});

/** What a conversion would do: to the items with a value in the field, and to those without a value for its new type. */
export const ConversionTrial = Exact({
  /** Number of the template's items. */
  items: Count,
  effect: FieldEffect,
  /** The different values of the items, if they become settings of the field. */
  found: Type.Optional(Type.Array(Type.String(), { maxItems: optionLimits.options })),
  /** True if there are too many of them. */
  too_many: Type.Optional(Type.Boolean()),
});

/** A template with its fields as a flat list. */
export const Template = Exact({
  id: TemplateId,
  header: Exact({ label: Type.String(), version: Version }),
  fields: Type.Array(TemplateField),
  /** True while a job is still updating items after a change of fields; see `progress`. */
  is_changing: Type.Optional(Type.Boolean()),
});

/** Remaining work on items after a save of a template. */
const Change = Exact({
  /** `removes`: values of removed fields are removed; `restores`: values are restored. */
  removes: Type.Boolean(),
  restores: Type.Boolean(),
  /** Removed options are replaced in values. */
  replaces: Type.Optional(Type.Boolean()),
  /** Values get the form of another type. */
  converts: Type.Optional(Type.Boolean()),
  /** Values of computed fields are computed. */
  recomputes: Type.Optional(Type.Boolean()),
  items: Count,
  done: Count,
});

const TemplateParams = Exact({ instanceId: Id, templateId: TemplateId });

/** Shapes of the calls for templates. */
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
      /** Number of the template's items. */
      items: Count,
      effects: Type.Array(FieldEffect),
      /** Computed fields whose values all of the items will be computed for. */
      recomputed: Type.Optional(Type.Array(FieldId, { maxItems: contentLimits.computedFields })),
    }),
  },
  progress: { params: TemplateParams, response: Exact({ change: Nullable(Change) }) },
  removedFields: {
    params: TemplateParams,
    /** Most recently removed first, at most 500. */
    response: Exact({
      fields: Type.Array(RemovedField, { maxItems: 500 }),
      /** Converted fields, the first conversion first, at most the latest 500; absent if there are none. */
      converted: Type.Optional(Type.Array(ConvertedField, { maxItems: 500 })),
    }),
  },
  tryConversion: {
    params: TemplateParams,
    body: Exact({ field_id: FieldId, to: Type.Enum(typesOfFields) }),
    response: ConversionTrial,
  },
  exampleExport: {
    params: InstanceParams,
    body: Exact({
      template_id: Type.String({ maxLength: 64 }),
      template_fields: Type.Array(SaveTemplateField, { maxItems: 5000 }),
      item_fields: Type.Array(ItemField, { maxItems: contentLimits.saveFields }),
      language: Type.Optional(Language),
    }),
    /**
     * The item as an exported file would contain it. Text rather than an object, because JavaScript puts keys like `7`
     * first.
     */
    response: Exact({ json: Type.String() }),
  },
  listFieldIds: { params: TemplateParams, response: Exact({ ids: Type.Array(FieldId, { maxItems: 100_000 }) }) },
  isUnique: { params: TemplateParams, response: Exact({ is_unique: Type.Boolean() }) },
  listUses: {
    params: TemplateParams,
    response: Exact({
      /** The first fields and the first items, at most 50 of each; a field has no id. */
      places: Type.Array(Exact({ template_id: TemplateId, id: Nullable(Id), label: Type.String() }), { maxItems: 100 }),
      count: Type.Integer(),
    }),
  },
  delete: {
    params: TemplateParams,
    query: Type.Optional(Exact({ version: Type.Optional(Version) })),
    response: Done,
  },
} as const;
