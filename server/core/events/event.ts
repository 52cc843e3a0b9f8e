import type { CommentSubject } from '@quartermaster/contract/endpoints/comments.ts';
import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import type { Author, AuthorColumns } from '../base/actor.ts';

/** What was done to an item or a template. */
type ContentAction = 'create' | 'update' | 'delete';

/**
 * Items of one template were changed. Not emitted for items of a change set, nor for those that are deleted with their
 * template.
 */
interface ItemsChanged {
  kind: 'items.changed';
  template_id: string;
  action: ContentAction;
  count: number;
  /** Omitted if there are more than {@link mostListedIds}. */
  ids?: readonly number[];
}

/**
 * A template was changed. Its deletion also deletes its items; a new template, a new label and a deletion also change its
 * links in the menu. Not emitted for templates of a change set.
 */
interface TemplateChanged {
  kind: 'template.changed';
  template_id: string;
  action: ContentAction;
  /** The version of the template afterwards. */
  version: number;
}

/** The menu was saved. Not emitted for a change set. */
interface MenuChanged {
  kind: 'menu.changed';
}

/** A change set was applied; its items and templates are stored with it. */
interface ChangeSetApplied {
  kind: 'change_set.applied';
  change_set_id: number;
  /** The change set that it has undone. */
  undoes_id: number | null;
  /** The numbers of its items and templates. */
  added: number;
  updated: number;
  removed: number;
  templates: number;
  /** True if it has replaced the menu. */
  has_menu: boolean;
}

/** An export was completed, and delivery serves its files. */
interface ExportCompleted {
  kind: 'export.completed';
  report_id: number;
}

/** A channel points at another build, or does not exist any more. */
interface ChannelChanged {
  kind: 'channel.changed';
  channel: string;
  /** Null once it is deleted. */
  build_id: number | null;
  /** Null if it is new. */
  previous_build_id: number | null;
  /** False if it followed an export. */
  by_hand: boolean;
}

/** A release into the instance was refused at its time, and nothing has changed. */
interface ReleaseRefused {
  kind: 'release.refused';
  release_id: number;
  /** Why, as a code. */
  refusal: NonNullable<Release['refusal']>;
}

/** Somebody has written a comment. */
interface CommentCreated {
  kind: 'comment.created';
  comment_id: number;
  /** The first comment of its thread. */
  thread_id: number;
  about: CommentSubject;
  /** Of a review, a release or a proposal. */
  subject_id?: number;
  template_id?: string;
  item_id?: number;
}

/** What has happened in an instance: ids and numbers only, and never content, so that an event is small and no secret. */
export type EventDetails =
  | ItemsChanged
  | TemplateChanged
  | MenuChanged
  | ChangeSetApplied
  | ExportCompleted
  | ChannelChanged
  | ReleaseRefused
  | CommentCreated;

/** The most ids that one event lists. */
export const mostListedIds = 100;

/** An event to be stored. */
export type NewEvent = EventDetails & { instanceId: number; author: Author };

/** A stored event. */
export type StoredEvent = EventDetails &
  AuthorColumns & {
    /** Consumers read events by ascending position. */
    position: number;
    instanceId: number;
    /** The start of the transaction that emitted it. */
    at: Date;
  };
