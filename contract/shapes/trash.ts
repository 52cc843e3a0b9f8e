import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { Exact, Id, InstanceParams, Moment, NewestFirst, Nullable, nextPage, TemplateId } from './common.ts';
import { doorShapes, Ids } from './doors.ts';
import { Origin } from './history.ts';
import { Person } from './sync.ts';

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
  /** The path of the picture that an item had. */
  image: Type.Optional(Type.String()),
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
  /** Entries that are not restored although they match; `count` includes them. */
  except: Type.Optional(Ids),
});

/** What is restored, by exactly one of the first four. */
const restored = {
  entries: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: contentLimits.bulkItems })),
  /** An item that was deleted last under this id. */
  item: Type.Optional(Exact({ template_id: TemplateId, id: Id })),
  /** The template that was deleted last under this id. */
  template: Type.Optional(TemplateId),
  matching: Type.Optional(Matching),
};

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
} as const;

/** Shapes of the door that restores it. */
export const restoreShapes = doorShapes(restored);
