import { Type } from 'typebox';
import { environments } from '../access.ts';
import { commentLimits } from '../rules/comments.ts';
import { Done, Exact, FieldId, Id, InstanceParams, Moment, Nullable, TemplateId } from './common.ts';
import { Person } from './sync.ts';

/** What a thread can be about. */
export const CommentSubject = Type.Enum(['item', 'template', 'review', 'release', 'proposal']);

/** The index from 0 of each row around a field, the outermost first. */
const RowPath = Type.Array(Type.Integer({ minimum: 0, maximum: 100_000 }), { minItems: 1, maxItems: 8 });

/** What a thread is about, without the place in it. */
export const ThreadSubject = Exact({
  about: CommentSubject,
  /** Of a review, a release or a proposal. */
  subject_id: Type.Optional(Id),
  /** Of an item, a template, and a line of the others. */
  template_id: Type.Optional(TemplateId),
  item_id: Type.Optional(Id),
});

/** What a thread is about. */
export const CommentTarget = Exact({
  ...ThreadSubject.properties,
  /** A line of a proposal that creates an item. */
  line: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** One field; all if omitted. */
  field_id: Type.Optional(FieldId),
  /** Of an item: one index per dynamic group around the field; one more for a row of the field, if that is a group. */
  rows: Type.Optional(RowPath),
});

const Text = Type.String({ maxLength: 2 * commentLimits.text, description: 'Plain text; validated by a rule' });
const Mentions = Type.Array(Id, { maxItems: commentLimits.mentions, uniqueItems: true });

/** One comment. */
export const Comment = Exact({
  id: Id,
  text: Type.String({ description: 'Empty if it was deleted' }),
  by: Person,
  is_own: Type.Boolean({ description: 'Of the caller' }),
  /** The environment in which it was written. */
  env: Type.Enum([...environments]),
  mentions: Type.Array(Person, { maxItems: commentLimits.mentions }),
  created_at: Moment,
  edited_at: Nullable(Moment),
  is_deleted: Type.Boolean(),
});

/** A thread: a comment, and the answers to it. */
export const Thread = Exact({
  /** That of its first comment. */
  id: Id,
  ...CommentTarget.properties,
  /** Where its rows are now; null if they are not found: it is then about the group, and quotes. */
  rows: Type.Optional(Nullable(RowPath)),
  /** The value that it was written on; empty if it is not about one. */
  quote: Type.String({ description: 'Empty for callers who may not read the instance in which it was written, too' }),
  field_label: Type.Optional(
    Type.String({ description: 'Of its field: the last one, if the template has it no more' }),
  ),
  line_label: Type.Optional(
    Type.String({ description: 'Of the item or the template of its line, if that is in the instance' }),
  ),
  resolved: Nullable(Exact({ by: Person, at: Moment })),
  is_unread: Type.Boolean({ description: 'The caller has not read all of it' }),
  comments: Type.Array(Comment, {
    minItems: 1,
    maxItems: 1 + commentLimits.latest,
    description: `The first, and at most ${commentLimits.latest} others, which are the latest`,
  }),
  comment_count: Type.Integer({
    minimum: 1,
    maximum: commentLimits.replies,
    description: 'With those that are not in `comments`',
  }),
});

/** How many threads an item has. */
export const CommentCount = Exact({
  item_id: Id,
  open: Type.Integer({ minimum: 0 }),
  resolved: Type.Integer({ minimum: 0 }),
  unread: Type.Integer({ minimum: 0 }),
});

/** The key in a mail of mentions. */
const MailKey = Exact({ key: Type.String({ minLength: 1, maxLength: 200 }) });

const CommentParams = Exact({ instanceId: Id, commentId: Id });

/** Shapes of the calls for comments. */
export const commentShapes = {
  list: {
    params: InstanceParams,
    query: ThreadSubject,
    response: Exact({ threads: Type.Array(Thread, { maxItems: commentLimits.threads }) }),
  },
  listReplies: {
    params: CommentParams,
    query: Exact({ after: Type.Optional(Id) }),
    response: Exact({ comments: Type.Array(Comment, { maxItems: commentLimits.page }) }),
  },
  count: {
    params: InstanceParams,
    body: Exact({ template_id: TemplateId, item_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
    response: Exact({ counts: Type.Array(CommentCount, { maxItems: 500 }) }),
  },
  listPeople: {
    params: InstanceParams,
    query: Exact({ search: Type.Optional(Type.String({ maxLength: 100 })) }),
    response: Exact({ people: Type.Array(Person, { maxItems: 20 }) }),
  },
  create: {
    params: InstanceParams,
    body: Exact({
      ...CommentTarget.properties,
      version: Type.Optional(
        Type.Integer({ minimum: 1, description: 'Of the item in which rows were counted; 409 if it was saved since' }),
      ),
      text: Text,
      mentions: Type.Optional(Mentions),
    }),
    response: Thread,
  },
  reply: { params: CommentParams, body: Exact({ text: Text, mentions: Type.Optional(Mentions) }), response: Thread },
  edit: {
    params: CommentParams,
    body: Exact({
      text: Text,
      mentions: Type.Optional({ ...Mentions, description: 'Unchanged if omitted' }),
    }),
    response: Thread,
  },
  delete: { params: CommentParams, response: Done },
  resolve: { params: CommentParams, body: Exact({ resolved: Type.Boolean() }), response: Thread },
  read: { params: CommentParams, body: Exact({ up_to: Id }), response: Done },
  getMails: { response: Exact({ mentions: Type.Boolean() }) },
  setMails: { body: Exact({ mentions: Type.Boolean() }), response: Done },
  openStopMails: { query: MailKey },
  stopMails: {
    query: MailKey,
    /** What mail programs send: RFC 8058. */
    body: Type.Optional(Exact({ 'List-Unsubscribe': Type.Optional(Type.Literal('One-Click')) })),
    response: Done,
  },
} as const;
