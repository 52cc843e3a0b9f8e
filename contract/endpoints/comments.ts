import type { Static } from 'typebox';
import { anyone, can, signedIn } from '../access.ts';
import type * as shapes from '../shapes/comments.ts';
import { endpoint, type Input } from './endpoint.ts';

export type Comment = Static<typeof shapes.Comment>;
export type Thread = Static<typeof shapes.Thread>;
export type ThreadSubject = Static<typeof shapes.ThreadSubject>;
export type CommentTarget = Static<typeof shapes.CommentTarget>;
export type CommentSubject = Static<typeof shapes.CommentSubject>;
export type CommentCount = Static<typeof shapes.CommentCount>;
export type NewThread = Input<typeof comments.create>['body'];

/** Readers of the instance can read comments. */
const reads = can('READ', { tokens: ['read', 'propose', 'write:dev'] });

/** Readers can write them; tokens need `propose` or `write:dev`. */
const says = can('READ', { tokens: ['propose', 'write:dev'] });

/** Not for tokens. */
const asPerson = can('READ', { tokens: [] });

/**
 * What people say about an item or one of its fields, a template, or a line of a review, a release or a proposal. Threads about items
 * and templates belong to the project: they are shown in all of its instances, and stay through syncs, restores and the trash.
 */
export const comments = {
  /** The threads about something, oldest first, each with its first comment and the latest answers. */
  list: endpoint<typeof shapes.commentShapes.list>({
    method: 'GET',
    path: '/editor/:instanceId/comments',
    access: reads,
  }),
  /** The next 100 answers of a thread after one of its comments, the first ones if that is omitted; oldest first. */
  listReplies: endpoint<typeof shapes.commentShapes.listReplies>({
    method: 'GET',
    path: '/editor/:instanceId/comments/:commentId/replies',
    access: reads,
  }),
  /** How many threads items have; those without any, and those that are not in the instance, are omitted. */
  count: endpoint<typeof shapes.commentShapes.count>({
    method: 'POST',
    path: '/editor/:instanceId/comments/counts',
    access: reads,
    safe: true,
  }),
  /** People who may read the instance, and so can be mentioned; at most 20 whose name contains the text, or whose address it is. */
  listPeople: endpoint<typeof shapes.commentShapes.listPeople>({
    method: 'GET',
    path: '/editor/:instanceId/comments/people',
    access: asPerson,
  }),
  /** Begins a thread. 404 if what it is about is not in the instance; 422 for a field or a row that is not there. */
  create: endpoint<typeof shapes.commentShapes.create>({
    method: 'POST',
    path: '/editor/:instanceId/comments',
    access: says,
  }),
  /** Answers in a thread; a resolved one is open again. */
  reply: endpoint<typeof shapes.commentShapes.reply>({
    method: 'POST',
    path: '/editor/:instanceId/comments/:commentId/replies',
    access: says,
  }),
  /** Changes the text of one's own comment. */
  edit: endpoint<typeof shapes.commentShapes.edit>({
    method: 'POST',
    path: '/editor/:instanceId/comments/:commentId',
    access: asPerson,
  }),
  /** Deletes one's own comment: a thread without comments goes with it, others show that there was one. */
  delete: endpoint<typeof shapes.commentShapes.delete>({
    method: 'DELETE',
    path: '/editor/:instanceId/comments/:commentId',
    access: asPerson,
  }),
  /** Resolves a thread, or opens it again. */
  resolve: endpoint<typeof shapes.commentShapes.resolve>({
    method: 'POST',
    path: '/editor/:instanceId/comments/:commentId/resolve',
    access: asPerson,
  }),
  /** Notes that the caller has read a thread up to a comment. */
  read: endpoint<typeof shapes.commentShapes.read>({
    method: 'POST',
    path: '/editor/:instanceId/comments/:commentId/read',
    access: asPerson,
  }),
  /** Whether the account gets mails of mentions. */
  getMails: endpoint<typeof shapes.commentShapes.getMails>({
    method: 'GET',
    path: '/accounts/settings/mails',
    access: signedIn,
  }),
  /** Turns mails of mentions on or off. */
  setMails: endpoint<typeof shapes.commentShapes.setMails>({
    method: 'POST',
    path: '/accounts/settings/mails',
    access: signedIn,
  }),
  /** Redirects to the page that turns mails of mentions off: for people who open the address of `List-Unsubscribe`. */
  openStopMails: endpoint<typeof shapes.commentShapes.openStopMails>({
    method: 'GET',
    path: '/mention-mails/stop',
    access: anyone,
  }),
  /** Turns mails of mentions off, by the key of such a mail: what `List-Unsubscribe` calls with one click (RFC 8058). */
  stopMails: endpoint<typeof shapes.commentShapes.stopMails>({
    method: 'POST',
    path: '/mention-mails/stop',
    access: anyone,
    accepts: ['form'],
    bodyLimit: 1024,
  }),
};
