import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { Exact, FieldId, Id, InstanceParams, Moment, NewestFirst, Nullable, nextPage, TemplateId } from './common.ts';
import { Origin } from './history.ts';
import { Person, Progress, sampleOf } from './sync.ts';

const Count = Type.Integer({ minimum: 0 });

/** A deleted item, or a deleted template with its items. */
export const TrashEntry = Exact({
  id: Id,
  template_id: TemplateId,
  /** The label of the template, now or at its deletion. */
  template_name: Type.String(),
  /** Null for a template. */
  item_id: Nullable(Id),
  name: Type.String(),
  /** The number of items of a template; 1 for an item. */
  items: Count,
  by: Person,
  origin: Origin,
  change_set_id: Nullable(Id),
  deleted_at: Moment,
  /** It is deleted for good after that. */
  expires_at: Moment,
});

/** Some entries of a list, selected by filter: `count` is the number that was shown. */
const Matching = Exact({
  template: Type.Optional(TemplateId),
  search: Type.Optional(Type.String({ maxLength: 256 })),
  count: Count,
});

/** What is restored: `leave_out`, and exactly one of the others. */
const selection = {
  entries: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: contentLimits.bulkItems })),
  /** An item that was deleted last under this id. */
  item: Type.Optional(Exact({ template_id: TemplateId, id: Id })),
  /** The template that was deleted last under this id. */
  template: Type.Optional(TemplateId),
  matching: Type.Optional(Matching),
  /** With `matching`: entries that are not restored although they match; `count` includes them. */
  leave_out: Type.Optional(Type.Array(Id, { maxItems: contentLimits.bulkItems })),
};

/** Something that prevents an item, or a template, from coming back. */
const Refusal = Exact({
  template_id: TemplateId,
  /** Null for a template. */
  id: Nullable(Id),
  name: Type.String(),
  field_id: Nullable(FieldId),
  reason: Type.String(),
});

/** An item whose content comes back only in part, as its template no longer has some of its fields. */
const Partial = Exact({
  template_id: TemplateId,
  id: Id,
  name: Type.String(),
  /** Labels of the fields, or their ids if no version of the template names them any more. */
  fields: Type.Array(Type.String(), { maxItems: 100 }),
});

/** What restoring would do. */
export const TrashCheck = Exact({
  items: Count,
  templates: Count,
  refusals: sampleOf(Refusal),
  partial: sampleOf(Partial),
  /** Of exactly the checked entries; sent back, it ensures that nothing else is restored. */
  fingerprint: Type.String({ pattern: '^[0-9a-f]{1,32}$' }),
});

/** Shapes of the calls for deleted content. */
export const trashShapes = {
  list: {
    params: InstanceParams,
    query: Exact({
      ...NewestFirst,
      template: Type.Optional(TemplateId),
      search: Type.Optional(Type.String({ maxLength: 256, description: 'A part of the name, or an id' })),
    }),
    response: Exact({
      entries: Type.Array(TrashEntry, { maxItems: 100 }),
      /** All that match; 10,000 stands for as many or more. */
      total: Count,
      ...nextPage,
    }),
  },
  check: { params: InstanceParams, body: Exact(selection), response: TrashCheck },
  restore: {
    params: InstanceParams,
    body: Exact({
      ...selection,
      /** Restores what is not refused, and leaves the rest. */
      leave_out_refused: Type.Optional(Type.Boolean()),
      /** Of the check: 409 if it has changed. */
      fingerprint: Type.Optional(Type.String({ pattern: '^[0-9a-f]{1,32}$' })),
    }),
    response: Exact({
      /** The change set; null if there was nothing to restore. */
      id: Nullable(Id),
      state: Type.Union([Type.Literal('running'), Type.Literal('applied')]),
      progress: Progress,
    }),
  },
} as const;
