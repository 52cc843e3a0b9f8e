import { Type } from 'typebox';
import { accessActions } from '../access-actions.ts';
import { ChangeSetOrigin } from './change-sets.ts';
import {
  EnvironmentName,
  Exact,
  Id,
  Moment,
  NewestFirst,
  Nullable,
  nextPage,
  Period,
  ProjectParams,
  TemplateId,
} from './common.ts';
import { ContentAction, Origin } from './history.ts';
import { Picture } from './items.ts';
import { LogDetails, LoggedPerson } from './people/access-log.ts';
import { PastDifference, Person } from './sync.ts';

const Count = Type.Integer({ minimum: 0 });

/** What an entry is about. */
export const ActivityKind = Type.Union([
  Type.Literal('items'),
  Type.Literal('template'),
  Type.Literal('menu'),
  Type.Literal('change-set'),
  Type.Literal('export'),
  Type.Literal('channel'),
  Type.Literal('members'),
]);

/** Something that was done in a project. The kind determines which properties are present. */
export const ActivityEntry = Exact({
  id: Id,
  kind: ActivityKind,
  at: Moment,
  by: Person,
  /** Null for a change of members. */
  origin: Nullable(Origin),
  /** Null for a change of members. */
  instance: Nullable(Exact({ id: Id, env: EnvironmentName })),
  /** Of `items` and `template`. */
  action: Type.Optional(ContentAction),
  /** Of `items` and `template`, and of a change set of one template. */
  template: Type.Optional(Exact({ id: TemplateId, name: Type.String(), exists: Type.Boolean() })),
  /** Of `items`: how many. */
  count: Type.Optional(Count),
  /** Of `items`: the only one. In a list, with its picture now and what its update has changed, if that is stored and not large. */
  item: Type.Optional(
    Exact({
      id: Id,
      name: Type.String(),
      exists: Type.Boolean(),
      image: Picture,
      difference: Type.Optional(PastDifference),
    }),
  ),
  change_set: Type.Optional(
    Exact({
      id: Id,
      origin: ChangeSetOrigin,
      source: Nullable(Exact({ id: Id, env: EnvironmentName })),
      counts: Exact({ added: Count, updated: Count, removed: Count, templates: Count, menu: Type.Boolean() }),
      undoes: Nullable(Id),
      undone_by: Nullable(Id),
    }),
  ),
  report_id: Type.Optional(Id),
  /** Of `channel`: the builds that it pointed at and points at; null if it was created or deleted. */
  channel: Type.Optional(Exact({ name: Type.String(), build_id: Nullable(Id), previous_build_id: Nullable(Id) })),
  members: Type.Optional(
    Exact({ action: Type.Enum([...accessActions]), subject: Nullable(LoggedPerson), details: LogDetails }),
  ),
});

/** The time of the last entry of a page in microseconds, and its id. */
const Cursor = Type.String({ pattern: '^[0-9]{1,16}\\.[0-9]{1,15}$' });

/** The filters of activity. */
const filters = {
  ...Period,
  person: Type.Optional(Id),
  template: Type.Optional(TemplateId),
  env: Type.Optional(EnvironmentName),
  origin: Type.Optional(Origin),
  kind: Type.Optional(ActivityKind),
};

/** Shapes of the calls for the activity of a project. */
export const activityShapes = {
  list: {
    params: ProjectParams,
    query: Exact({ ...NewestFirst, cursor: Type.Optional(Cursor), ...filters }),
    response: Exact({ entries: Type.Array(ActivityEntry, { maxItems: 100 }), ...nextPage }),
  },
  listPeople: {
    params: ProjectParams,
    query: Exact({ search: Type.Optional(Type.String({ maxLength: 256 })) }),
    response: Exact({ people: Type.Array(Exact({ id: Id, name: Type.String() }), { maxItems: 100 }) }),
  },
  export: { params: ProjectParams, query: Exact(filters) },
} as const;
