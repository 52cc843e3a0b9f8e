import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { filterLimits } from '../field-types/filters.ts';
import { type FieldType, fieldTypes, isRowType } from '../field-types/registry.ts';
import { languageLimit } from '../languages.ts';
import { Chart, DrawnChart } from './charts.ts';
import {
  Done,
  Exact,
  FieldId,
  FieldName,
  Id,
  IgnoreUnknown,
  InstanceParams,
  Language,
  Moment,
  Nullable,
  Status,
  TemplateId,
  Uuid,
  Version,
} from './common.ts';

type ValueType = Exclude<FieldType, 'group' | 'dynamic-group'>;

// A dynamic group is represented by its rows, and a group has no value.
const ValueType = Type.Enum(
  (Object.keys(fieldTypes) as FieldType[]).filter(
    (type): type is ValueType => fieldTypes[type].holds === 'value' || isRowType(type),
  ),
);

const IdText = Type.String({ pattern: '^[1-9][0-9]{0,9}$', description: 'The id of an item' });
/** Links are returned in both forms, so both are accepted. */
const AnyItemId = Type.Union([IdText, Id]);

/** Texts by language; a plain text is a translation of the source next to it. */
export const LocalisedValue = Type.Record(
  Language,
  Type.Union([Type.String(), Exact({ text: Type.String(), from: Type.Optional(Type.String({ maxLength: 16 })) })]),
  { maxProperties: 2 * languageLimit },
);

/** The value of a field. A list has entries of one type. */
export const Value = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  Type.Array(Type.Union([Type.String(), Type.Number()])),
  LocalisedValue,
]);
/** The indexes of the rows around a value, from the outermost dynamic group inwards; `null` outside of any. */
export const RowPath = Nullable(
  Type.Array(Type.Integer({ minimum: 0, maximum: 100_000 }), { minItems: 1, maxItems: 32 }),
);

const itemField = {
  id: Type.String({ maxLength: 400, description: 'Template field id and row path' }),
  template_field_id: FieldId,
  template_field_type: ValueType,
  template_group_id: Nullable(FieldId),
  template_group_path: RowPath,
  value: Value,
  upload_id: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
};

/** One value of an item. */
export const ItemField = Exact(itemField);
/** One value of an item, and what a save does to it. */
export const ItemFieldChange = Exact({
  ...itemField,
  status: Status,
});

/** An item by its id and label. */
export const ItemHeader = Exact({ id: Id, internal_label: Type.String() });

/** The path of the picture of an image, or of the first image in the picture field of the item's template. */
export const Picture = Type.Optional(Type.String());

/** A linked item. */
export const LinkedItem = Exact({ ...ItemHeader.properties, image: Picture });

/** A row of a list: values by template field id, a dynamic group as an array of such objects. */
export const ItemRow = Exact({
  id: Id,
  internal_label: Type.String(),
  version: Version,
  values: Type.Record(Type.String(), Type.Unknown()),
});

/** An item with its values as flat fields. */
export const Item = Exact({
  id: Id,
  template_id: TemplateId,
  header: Exact({ internal_label: Type.String() }),
  version: Version,
  created_at: Moment,
  updated_at: Moment,
  fields: Type.Array(ItemField),
});

/** One condition of a list, of one field. */
const filterParts = {
  op: Type.Integer({
    minimum: 1,
    maximum: 13,
    description:
      '1 less, 2 less or equal, 3 more, 4 more or equal, 5 equal, 6 contains, 7 not, 8 empty (its value is ""), 9 between (its value is "10..20"), 10 not empty (its value is ""), 11 one of several (its value is "common,rare"), 12 missing in a language (its value is "de"), 13 outdated in a language',
  }),
  value: Type.String({ maxLength: filterLimits.length }),
};

export const Filter = Exact({ template_field_id: FieldId, ...filterParts });

/** A condition of a list, by the id of a field or by its name, which can be `_id` and `_label`. */
const ListFilter = Exact({
  template_field_id: Type.Optional(FieldId),
  name: Type.Optional(FieldName),
  ...filterParts,
});

/**
 * A new item has no `id` and no `version`; a save of an existing one has both and only the changed fields. If a new
 * item has a key, repeating the request with the same key within a week creates no second item: the response has the
 * first one. Another body with the same key is refused with 422, and `details.created` has the `id` and `version` of
 * the first item. With `merge`, a save from an older version is merged if nobody else has changed the same fields since;
 * without it, and where both have, it is refused with 409.
 */
export const SaveItem = Exact({
  id: Type.Optional(Id),
  template_id: TemplateId,
  internal_label: Type.String({ minLength: 1, maxLength: contentLimits.labelLength }),
  version: Type.Optional(Version),
  idempotency_key: Type.Optional(Uuid),
  merge: Type.Optional(Type.Boolean()),
  fields: Type.Array(ItemFieldChange, { maxItems: contentLimits.saveFields }),
});

/** The result of a save: the version to start the next one from. */
export const SavedItem = Exact({
  id: Id,
  version: Version,
  unchanged: Type.Optional(
    Type.Boolean({
      description:
        'True if an existing item had this content already: nothing was written, and the version is an earlier save’s',
    }),
  ),
  /** Of a save that was merged: what others had changed since, and who has saved last. A dynamic group is one field. */
  merged: Type.Optional(
    Exact({
      by: Type.String(),
      by_id: Nullable(Type.Integer({ description: 'The account; null for a token or the server itself' })),
      fields: Type.Array(FieldId),
      label: Type.Boolean(),
    }),
  ),
  warnings: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'The messages of the conditions that only warn about the item, by path as in an error',
    }),
  ),
});

/**
 * An item as one record: `_id` and `_version` of an existing item, without which a new one is created, its label as `_label`,
 * and the values of fields outside of rows by field id. What a record does not name stays as it is; an empty value clears
 * its field.
 */
export const ItemRecord = Type.Record(Type.String({ maxLength: 64 }), Value, {
  description:
    'An item: `_id` and `_version` of an existing one, its label as `_label`, and values by field id; what is not named stays as it is, and an empty value clears its field',
});

/** An item found in one of the templates; `key` is the value of its unique field, if that was found. */
export const FoundItem = Exact({
  template_id: TemplateId,
  template_label: Type.String(),
  id: Id,
  internal_label: Type.String(),
  key: Nullable(Type.String()),
  image: Picture,
});

const TemplateParams = Exact({ instanceId: Id, templateId: TemplateId });
const ItemParams = Exact({ instanceId: Id, templateId: TemplateId, id: Id });

/** A link to an item: the field of another item that has it. */
export const ItemUse = Exact({
  template_id: TemplateId,
  template_label: Type.String(),
  field_label: Type.String(),
  id: Id,
  label: Type.String(),
  image: Picture,
});

/** The last edit of an item; its editor is `null` if that is not known any longer, and empty for a deleted account. */
export const LastEdit = Exact({ at: Moment, by: Nullable(Type.String()) });

export const ItemEdit = Exact({ id: Id, ...LastEdit.properties });

/** A page of the links to an item, by template, field and id. */
export const ItemUses = Exact({ uses: Type.Array(ItemUse), next_cursor: Nullable(Type.String()) });

/** Which items a list has, and their order. */
export const listParts = {
  filters: Type.Optional(Type.Array(ListFilter, { maxItems: 20 })),
  /** By the id of a field, or by its name. */
  sort: Type.Optional(
    Exact({
      field: Type.Optional(FieldId),
      name: Type.Optional(FieldName),
      direction: Type.Union([Type.Literal('asc'), Type.Literal('desc')]),
    }),
  ),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: 'Part of the label, or the id, with or without #' }),
  ),
};

/** Fields of a sheet by name, or else by id, and fields of groups by their group; all fields if omitted. */
export const SheetFields = Type.Array(FieldName, { minItems: 1, maxItems: contentLimits.templateFields });

/** Shapes of the calls for items. */
export const itemShapes = {
  list: {
    params: TemplateParams,
    body: Exact({
      ...listParts,
      cursor: Type.Optional(Type.String({ maxLength: 1000 })),
      from_end: Type.Optional(
        Type.Boolean({
          description: 'Pages from the end of the list: the first page is its last one; requires a limit',
        }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      images: Type.Optional(
        Type.Boolean({
          description: 'Also the pictures of the items, if the template has a picture field; requires a limit',
        }),
      ),
    }),
    response: Exact({
      items: Type.Array(ItemRow),
      images: Type.Optional(
        Type.Record(Type.String(), Type.String(), { description: 'The paths of the pictures, by the id of the item' }),
      ),
      total: Type.Optional(Type.Integer({ minimum: 0 })),
      total_is_exact: Type.Optional(Type.Boolean({ description: 'If false, at least `total` items match' })),
      next_cursor: Type.Optional(Nullable(Type.String())),
    }),
  },
  groups: {
    params: TemplateParams,
    body: Exact({ field: FieldId, filters: listParts.filters, search: listParts.search }),
    response: Exact({
      groups: Type.Array(
        Exact({
          value: Nullable(Type.Union([Type.String(), Type.Boolean(), Id])),
          count: Type.Integer({ minimum: 1 }),
        }),
        {
          maxItems: contentLimits.listGroups + 1,
          description: `The most frequent values, at most ${contentLimits.listGroups}, and null for items without one`,
        },
      ),
      others: Exact({ groups: Type.Integer({ minimum: 0 }), items: Type.Integer({ minimum: 0 }) }),
    }),
  },
  chart: {
    params: TemplateParams,
    body: Exact({ chart: Chart, filters: listParts.filters, search: listParts.search }),
    response: DrawnChart,
  },
  export: {
    params: TemplateParams,
    body: Exact({
      format: Type.Enum(['csv', 'json', 'json-lines', 'cells'], {
        description:
          '`json`: a list of records; `json-lines`: a record per line; `cells`: lines of JSON with the names of the columns, then the cells of each item',
      }),
      ...listParts,
      /** Only these items, in this order; without filters, search and sort. */
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: contentLimits.bulkItems })),
      /** All of the list but these. */
      excluded: Type.Optional(Type.Array(Id, { maxItems: contentLimits.bulkItems })),
      fields: Type.Optional(SheetFields),
    }),
  },
  listByIds: {
    params: TemplateParams,
    body: Exact({ ids: Type.Array(AnyItemId, { maxItems: contentLimits.batchItems }) }),
    response: Exact({ items: Type.Array(LinkedItem) }),
  },
  listEdits: {
    params: TemplateParams,
    body: Exact({ ids: Type.Array(Id, { maxItems: 1000 }) }),
    response: Exact({ edits: Type.Array(ItemEdit, { maxItems: 1000 }) }),
  },
  listHeaders: { params: TemplateParams, response: Exact({ items: Type.Array(ItemHeader) }) },
  search: {
    params: InstanceParams,
    query: Exact({
      q: Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'Part of a label, the beginning of a key, or an id, with or without #',
      }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    }),
    response: Exact({ items: Type.Array(FoundItem, { maxItems: 50 }) }),
  },
  get: { params: ItemParams, response: Exact({ item: Item }) },
  listUses: {
    params: ItemParams,
    query: Exact({
      cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_]{1,64}\\.[0-9]{1,9}\\.[0-9]{1,10}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    response: ItemUses,
  },
  replaceLinks: {
    params: ItemParams,
    body: Exact({ by: Nullable(Id) }),
    response: Exact({
      change_set_id: Nullable(Id),
      items: Type.Integer({ minimum: 0, description: 'Number of items that were changed' }),
    }),
  },
  save: { params: InstanceParams, body: SaveItem, response: SavedItem },
  saveMany: {
    params: InstanceParams,
    body: Exact({ items: Type.Array(SaveItem, { minItems: 1, maxItems: contentLimits.batchItems }) }),
    response: Exact({ items: Type.Array(SavedItem) }),
  },
  saveRecords: {
    params: TemplateParams,
    query: Exact({ ignore_unknown: Type.Optional(IgnoreUnknown) }),
    records: ItemRecord,
    response: Exact({ items: Type.Array(SavedItem) }),
  },
  delete: {
    params: ItemParams,
    query: Type.Optional(Exact({ version: Type.Optional(Version) })),
    response: Done,
  },
} as const;
