import { Type } from 'typebox';
import { partKinds } from '../extensions/part-kinds.ts';
import { languageLimit } from '../languages.ts';
import { subscriptionEnds, subscriptionStatuses } from '../subscription.ts';
import { Done, EnvironmentName, Exact, Id, Language, Moment, Nullable, TypedText, WorkspaceParams } from './common.ts';

/** An instance of a project. */
export const Instance = Exact({
  id: Id,
  env: EnvironmentName,
});

/** The languages of a project, the source first. */
export const Languages = Type.Array(Language, {
  maxItems: languageLimit,
  description: 'Language codes of BCP 47, the source first',
});

/** A project with its instances. */
export const Project = Exact({
  id: Id,
  name: Type.String(),
  status: Type.Union([Type.Literal('Active'), Type.Literal('DeleteInProgress')]),
  is_read_only: Type.Boolean({ description: 'Whether the plan does not include the project, which is then read-only' }),
  instances: Type.Array(Instance),
  /** Absent if it has none. */
  languages: Type.Optional(Languages),
  /** Whether exports also have a file in each language; absent if not. */
  file_per_language: Type.Optional(Type.Literal(true)),
});

/** A workspace with its projects. */
export const Workspace = Exact({
  id: Id,
  name: Type.String(),
  projects: Type.Array(Project),
  /** Absent if there are none. */
  extension_parts: Type.Optional(
    Type.Array(Type.Enum(partKinds), {
      maxItems: partKinds.length,
      description: 'Which parts its extensions have, besides those of fields',
    }),
  ),
});

/** The plan of a workspace. */
export const Subscription = Exact({
  type: Type.Union([Type.Literal('free'), Type.Literal('starter'), Type.Literal('teams')]),
  status: Type.Enum(subscriptionStatuses),
  members: Type.Integer({ minimum: 0, description: 'Paid seats' }),
  used_members: Type.Integer({ minimum: 0 }),
  projects: Type.Integer({ minimum: 0, description: 'Paid projects' }),
  used_projects: Type.Integer({ minimum: 0 }),
  next_billing_date_at: Nullable(Moment),
  recurring_payment: Type.Integer({ description: 'US cents, with tax: of each month after the next payment' }),
  next_payment: Type.Integer({ description: 'US cents, with tax' }),
  ends_as: Nullable(
    Type.Enum(subscriptionEnds, { description: 'The result of a requested cancellation at the billing date' }),
  ),
  is_short_of_seats: Type.Boolean({
    description: 'More seats are used than are paid for: the workspace is read-only until the seats suffice',
  }),
});

/** Shapes of the calls for workspaces. */
export const workspaceShapes = {
  list: { response: Exact({ workspaces: Type.Array(Workspace) }) },
  create: { body: Exact({ name: TypedText }), response: Exact({ id: Id }) },
  rename: { params: WorkspaceParams, body: Exact({ name: TypedText }), response: Done },
  getSubscription: { params: WorkspaceParams, response: Subscription },
} as const;
