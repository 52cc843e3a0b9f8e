import { Type } from 'typebox';
import { activityLimits } from '../activity-limits.ts';
import { ThreadSubject } from './comments.ts';
import {
  Done,
  Exact,
  Id,
  ImagePath,
  InstanceParams,
  Moment,
  Nothing,
  Nullable,
  TemplateId,
  WorkspaceRole,
} from './common.ts';
import { PastDifference } from './sync.ts';

/** A template on the home page. */
export const TemplateSummary = Exact({
  id: TemplateId,
  label: Type.String(),
  items: Type.Integer({ minimum: 0 }),
  images: Type.Array(ImagePath, { maxItems: 3, description: 'The first different pictures of its items' }),
});

/** The latest edit of an item by a person. */
export const ItemEdit = Exact({
  template_id: TemplateId,
  template_label: Type.String(),
  item_id: Id,
  label: Type.String(),
  image: Type.Optional(ImagePath),
  action: Type.Union([Type.Literal('create'), Type.Literal('update'), Type.Literal('delete')]),
  /** Of an update; absent if the version before is not stored. Large values are counted, not quoted. */
  difference: Type.Optional(PastDifference),
  by: Nullable(Type.String({ description: 'The name of the account; null if it was deleted' })),
  at: Moment,
});

const Waits = Type.Integer({ minimum: 0, maximum: 100, description: '100 stands for as many or more' });

/** An open review that the caller can answer. */
const WaitingReview = Exact({
  id: Id,
  by: Nullable(Type.String({ description: 'The name of the account; null if it was deleted' })),
  note: Type.String(),
  items: Type.Integer({ minimum: 0 }),
  at: Moment,
});

const WaitingProposal = Exact({
  id: Id,
  title: Type.String(),
  by: Nullable(Type.String({ description: 'The name of the account or the token; null if the account was deleted' })),
  items: Type.Integer({ minimum: 0 }),
  at: Moment,
});

const WaitingMention = Exact({
  thread_id: Id,
  comment_id: Id,
  ...ThreadSubject.properties,
  label: Type.String({ description: 'Of the item or template; empty for others' }),
  by: Nullable(Type.String({ description: 'The name of the account or the token; null if the account was deleted' })),
  text: Type.String({ description: 'The beginning of the latest comment that mentions the caller' }),
  at: Moment,
});

/** What waits for the caller in an instance; empty for what the caller may not see. */
export const Waiting = Exact({
  reviews: Type.Array(WaitingReview, { description: 'Requested by others, the oldest first' }),
  proposals: Type.Array(WaitingProposal, {
    maxItems: 3,
    description: 'Open ones that the caller can apply, the oldest first, without their own of the console',
  }),
  conflicts: Type.Integer({
    minimum: 0,
    description: 'Items that were edited here and in the target of a sync, among those edited last in the target',
  }),
  /** The latest export, if it failed. */
  failed_export: Nullable(Exact({ id: Id, at: Moment })),
  mentions: Type.Array(WaitingMention, {
    maxItems: 3,
    description: 'Unread threads in which the caller is mentioned in the instance, the newest first',
  }),
  /** How many such threads there are. */
  mention_count: Waits,
});

/** How much waits for the caller in an instance; nothing of what the caller may not see. */
export const WaitingCounts = Exact({
  /** As in {@link Waiting}. */
  conflicts: Type.Integer({ minimum: 0 }),
  /** Open reviews that others have requested. */
  reviews: Waits,
  /** Open proposals that the caller can apply, except those that they made in the console. */
  proposals: Waits,
  /** As `mention_count` of {@link Waiting}. */
  mentions: Waits,
  /** When the next planned release is published; null if none is planned. */
  next_release: Nullable(Moment),
});

/** An instance among those of its project, on the home page. */
export const InstanceSummary = Exact({
  items: Type.Integer({ minimum: 0 }),
  last_change: Nullable(
    Exact({
      by: Nullable(
        Type.String({ description: 'The name of the account or the token; null if the account was deleted' }),
      ),
      at: Moment,
    }),
  ),
  changes: Type.Array(Type.Integer({ minimum: 0, maximum: activityLimits.perDay }), {
    minItems: activityLimits.days,
    maxItems: activityLimits.days,
    description: `Entries of its activity that changed content, in each of the last ${activityLimits.days} periods of 24 hours; ${activityLimits.perDay} stands for as many or more`,
  }),
  /** As in {@link Waiting}. */
  conflicts: Type.Integer({ minimum: 0 }),
  /** When the next release out of the instance is published; null if none is planned. */
  release_at: Nullable(Moment),
});

/** Shapes of the calls for one instance. */
export const instanceShapes = {
  activate: {
    params: Exact({
      instanceId: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: '0 clears the selection' }),
    }),
    body: Type.Optional(Nothing),
    response: Done,
  },
  getPermissions: {
    params: InstanceParams,
    response: Exact({
      workspace_role_id: WorkspaceRole,
      permissions: Type.Array(Type.Integer({ minimum: 1 }), { description: 'Permission ids' }),
    }),
  },
  getOverview: {
    params: InstanceParams,
    response: Exact({ templates: Type.Array(TemplateSummary), edits: Type.Array(ItemEdit), waiting: Waiting }),
  },
  getSummary: { params: InstanceParams, response: InstanceSummary },
  getWaiting: { params: InstanceParams, response: WaitingCounts },
  getToken: { params: InstanceParams, response: Exact({ token: Type.String() }) },
  regenerateToken: { params: InstanceParams, body: Type.Optional(Nothing), response: Exact({ token: Type.String() }) },
  getImage: {
    params: Exact({ instanceId: Id, imagePath: ImagePath }),
    query: Exact({
      size: Type.Optional(
        Type.Union([Type.Literal('row'), Type.Literal('card')], {
          description: 'A WebP file within 96 (`row`) or 320 pixels (`card`) a side, in place of the file',
        }),
      ),
    }),
  },
} as const;
