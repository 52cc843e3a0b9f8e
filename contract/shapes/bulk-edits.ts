import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { operationNames } from '../field-types/field-type.ts';
import { Exact, FieldId, Id, InstanceParams, TemplateId } from './common.ts';
import { doorShapes, Ids } from './doors.ts';
import { Title } from './extensions.ts';
import { Filter, Value } from './items.ts';

const Count = Type.Integer({ minimum: 0 });
const Search = Type.String({ minLength: 1, maxLength: 256, description: 'Part of the label, or the id' });
const Filters = Type.Array(Filter, { maxItems: 20 });
const Pattern = Type.String({
  minLength: 1,
  maxLength: contentLimits.labelLength,
  description:
    'Text with {n}, the number of the copy, {n:02}, the same with at least two digits, {i}, its number among all copies, {i+100}, that number plus 100, and {label}',
});

/**
 * The items of a template that a bulk edit changes: those with these `ids`, or all that match `filters` and `search`, of
 * which there must be `count`. Without ids and without filters and their count it is refused: nothing ever means
 * everything.
 */
export const Selection = Exact({
  template_id: TemplateId,
  ids: Type.Optional(Ids),
  filters: Type.Optional(Filters),
  search: Type.Optional(Search),
  /** The number of matching items that the user has seen; 409 if another number matches. */
  count: Type.Optional(Count),
});

/** An operation on a field, or on the `label` of the items. A field in rows is changed in each row. */
export const Operation = Exact({
  field_id: FieldId,
  op: Type.Enum(operationNames),
  value: Type.Optional(Value),
  /** The text that `replace` replaces by `value`. */
  find: Type.Optional(Type.String({ maxLength: 1000 })),
  /** Replaces it only where no letter or digit is before and after it. */
  whole_words: Type.Optional(Type.Boolean()),
  /** Replaces it in upper and lower case. */
  ignore_case: Type.Optional(Type.Boolean()),
  /** For a field in rows: only the rows that meet this condition, on a field of the same row or of one around it. */
  where: Type.Optional(Filter),
});

/** Values for one of the selected items; of fields outside of rows, or `label`. An empty value clears its field. */
const ItemChange = Exact({
  id: Id,
  fields: Type.Array(Exact({ field_id: FieldId, value: Value }), {
    minItems: 1,
    maxItems: contentLimits.bulkOperations,
  }),
});

const actions = {
  operations: Type.Optional(Type.Array(Operation, { minItems: 1, maxItems: contentLimits.bulkOperations })),
  /** Creates this many copies of each item; Dev only. */
  duplicate: Type.Optional(
    Exact({
      times: Type.Integer({ minimum: 1, maximum: 1000 }),
      label: Pattern,
      /** Values that differ from the original's, as text. */
      fields: Type.Optional(
        Type.Array(Exact({ field_id: FieldId, pattern: Pattern }), { maxItems: contentLimits.bulkOperations }),
      ),
    }),
  ),
  /** Deletes the items; Dev only. */
  delete: Type.Optional(Type.Literal(true)),
};

/** Exactly one of these: operations on the items, values for each of some of them, copies of them, or their deletion. */
export const Action = Exact({
  ...actions,
  values: Type.Optional(Type.Array(ItemChange, { minItems: 1, maxItems: contentLimits.batchItems })),
});

/** The same in a history, which has the items before and after, and not their values once more. */
export const ListedAction = Exact(actions);

/** Shapes of the calls for bulk edits. */
export const bulkEditShapes = {
  count: {
    params: InstanceParams,
    body: Exact({ template_id: TemplateId, filters: Type.Optional(Filters), search: Type.Optional(Search) }),
    response: Exact({ count: Count }),
  },
  ...doorShapes({
    selection: Selection,
    action: Action,
    /** The title of the extension that proposed the edit, which the history of the items names. */
    extension: Type.Optional(Title),
  }),
} as const;
