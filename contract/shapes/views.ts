import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { filterLimits, filterOps } from '../field-types/filters.ts';
import { viewLimits } from '../rules/views.ts';
import { Done, Exact, FieldId, Id, Nullable, TemplateId, TypedText, Version } from './common.ts';

/** A condition of a view, by the id of a field, `id` or `label`. */
const ViewFilter = Exact({
  template_field_id: FieldId,
  op: Type.Enum(Object.values(filterOps)),
  value: Type.String({ maxLength: filterLimits.length }),
});

const Columns = Type.Array(FieldId, { maxItems: viewLimits.columns });

/** The list that a view shows. Fields are named by their ids; those that the template does not have are stored, too. */
export const ViewList = Exact({
  filters: Type.Array(ViewFilter, { maxItems: viewLimits.filters }),
  /** Null for the order of the list: by id. */
  sort: Nullable(Exact({ field: FieldId, direction: Type.Union([Type.Literal('asc'), Type.Literal('desc')]) })),
  hidden: Columns,
  /** Empty for the order of the template. */
  order: Columns,
  /** In pixels, by column; the others are as wide as their content. */
  widths: Type.Record(FieldId, Type.Integer({ minimum: 1, maximum: 10_000 }), { additionalProperties: false }),
  /** Number columns with a bar next to each number. */
  bars: Type.Optional(Type.Array(FieldId, { maxItems: contentLimits.columnBars })),
  /** Rows of a page; null for as many as fit. */
  size: Nullable(Type.Union([Type.Literal(10), Type.Literal(25), Type.Literal(50), Type.Literal(100)])),
  /** The id of the field that the list is grouped by. */
  group: Type.Optional(FieldId),
  /** Of the rows; as each reader has chosen if it is absent. */
  density: Type.Optional(Type.Union([Type.Literal('compact'), Type.Literal('comfortable')])),
  /** A table if it is absent. */
  layout: Type.Optional(Type.Union([Type.Literal('table'), Type.Literal('gallery'), Type.Literal('chart')])),
  /** What the chart draws: its kind and fields, such as `points:strength,cost,rarity`; chosen by the template if absent. */
  chart: Type.Optional(
    Type.String({ pattern: '^(distribution|points|amounts|time):[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,2}$' }),
  ),
});

/** A named list of a template's items, in all instances of the project. */
export const View = Exact({
  id: Id,
  name: Type.String(),
  is_private: Type.Boolean({ description: 'Only the caller has it; otherwise the project' }),
  is_first: Type.Boolean({ description: 'The list opens with it' }),
  version: Version,
  list: ViewList,
});

const TemplateParams = Exact({ instanceId: Id, templateId: TemplateId });
const ViewParams = Exact({ instanceId: Id, templateId: TemplateId, viewId: Id });

/** Shapes of the calls for saved views. */
export const viewShapes = {
  list: {
    params: TemplateParams,
    response: Exact({ views: Type.Array(View, { maxItems: 2 * viewLimits.views }) }),
  },
  create: {
    params: TemplateParams,
    body: Exact({ name: TypedText, is_private: Type.Boolean(), is_first: Type.Boolean(), list: ViewList }),
    response: View,
  },
  update: {
    params: ViewParams,
    body: Exact({
      version: Version,
      name: Type.Optional(TypedText),
      is_private: Type.Optional(Type.Boolean({ description: 'A view of the project becomes one of the caller' })),
      is_first: Type.Optional(Type.Boolean()),
      list: Type.Optional(ViewList),
    }),
    response: View,
  },
  delete: { params: ViewParams, response: Done },
} as const;
