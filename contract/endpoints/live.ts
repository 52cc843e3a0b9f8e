import type { Static } from 'typebox';
import { can, signedIn } from '../access.ts';
import type { LiveTopic } from '../live-topics.ts';
import type { Spot } from '../presence-spots.ts';
import type * as shapes from '../shapes/live.ts';
import { endpoint, type Input } from './endpoint.ts';

/** Something has changed in an instance: ids only. */
export interface LiveChange {
  type: 'change';
  instance_id: number;
  topic: LiveTopic;
  /** Of items and a template. */
  template_id?: string;
  action?: 'create' | 'update' | 'delete';
  /** Of items; omitted if there are many. */
  ids?: readonly number[];
}

/** A field or cell: its item, and the path of the field in the item's form, such as `values.cost` or `label`. */
export type EditedField = Static<typeof shapes.EditedField>;

/** Somebody else with the same spot open. */
export interface PresentPerson {
  /** Of the account. */
  id: number;
  name: string;
  /** False for one who edits an item of a list elsewhere, such as in its form. */
  is_here: boolean;
  /** What has the person's focus. */
  fields: readonly EditedField[];
}

/** Who else has open what the reader has open; replaces what was said about the same spot before. */
export interface LivePresence {
  type: 'presence';
  instance_id: number;
  at: Spot;
  /** How many others are there. */
  count: number;
  /** The first of them, and of those who edit there. */
  people: readonly PresentPerson[];
}

/** What a console tells about its user. */
export type Announcement = Input<typeof live.announce>['body'];

/**
 * A message of the stream:
 * - `hello`: from here on, the stream has everything after the position in its id; before it comes what was missed. `stream` is its name;
 * - `change`;
 * - `presence`, of what consoles have announced with the stream's name;
 * - `access`: what the user may do, or which workspaces, projects and people there are, may have changed;
 * - `reset`: the stream cannot go on at the requested position, so anything may have changed since;
 * - `end` comes last: another stream can be opened, unless the session has ended.
 */
export type LiveMessage = (
  | { type: 'hello'; stream?: string }
  | { type: 'access' | 'reset' | 'end' }
  | LiveChange
  | LivePresence
) & {
  /** Where reads go to replicas: what a read has to send in the header `x-quartermaster-position` to be as new. */
  read_from?: number;
};

/** How often a stream sends a line although nothing has happened, in milliseconds. */
export const heartbeatEvery = 20_000;

/** Live updates. */
export const live = {
  /**
   * A stream of Server-Sent Events, whose data are JSON with a `type`: `hello`, `change`, `presence`, `access`, `reset` or `end`: what changes in these instances from now on, or after the
   * position, which is the id of the last message that was received. It has only what the caller may read at that moment, and ends
   * with the session and with the access to one of its instances. 429 and 503 beyond its limits; then poll. While many streams are being opened,
   * 503 with a `Retry-After` below a minute: try again then.
   */
  follow: endpoint<typeof shapes.liveShapes.follow>({
    method: 'GET',
    path: '/live',
    access: signedIn,
    isStream: true,
  }),
  /**
   * Publishes what the user has open while the named stream lives; omit `at` to clear it. A `field` counts for 40 seconds. It is stored nowhere, and shown to nobody if the user has turned that off.
   */
  announce: endpoint<typeof shapes.liveShapes.announce>({
    method: 'POST',
    path: '/editor/:instanceId/presence',
    access: can('READ', { tokens: [] }),
    safe: true,
    latest: true,
    outlivesPage: true,
    bodyLimit: 4096,
  }),
  /** Whether others are shown where the user is. */
  getPresence: endpoint<typeof shapes.liveShapes.getPresence>({
    method: 'GET',
    path: '/accounts/settings/presence',
    access: signedIn,
  }),
  /** Turns that on or off, at once. */
  setPresence: endpoint<typeof shapes.liveShapes.setPresence>({
    method: 'POST',
    path: '/accounts/settings/presence',
    access: signedIn,
  }),
};
