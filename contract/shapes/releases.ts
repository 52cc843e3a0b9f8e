import { Type } from 'typebox';
import { mostOpenReleases } from '../release-limits.ts';
import { releaseNameLength, releaseNotesLength } from '../rules/releases.ts';
import {
  Done,
  EnvironmentName,
  Exact,
  Id,
  InstanceParams,
  Moment,
  NewestFirst,
  Nothing,
  Nullable,
  nextPage,
  Period,
  TemplateId,
} from './common.ts';
import { Person, resolution, Seen, Started, sampleOf, selection, Side as Taken } from './sync.ts';

const Count = Type.Integer({ minimum: 0 });
const Flag = Type.Boolean();
const Side = Exact({ id: Id, env: EnvironmentName });

/** What happens to a release: it waits for its time or a click, is being applied, and then one of the others. */
const ReleaseState = Type.Union([
  Type.Literal('open'),
  Type.Literal('publishing'),
  Type.Literal('published'),
  Type.Literal('refused'),
  Type.Literal('cancelled'),
]);

/** Why a release was refused. */
const Refusal = Type.Union([
  Type.Literal('conflict', { description: 'Content that it would have replaced was edited in the target' }),
  Type.Literal('invalid', { description: 'Links, templates or values would not have fitted in the target' }),
  Type.Literal('access', { description: 'The person who planned it may not publish it any more' }),
  Type.Literal('late', { description: 'No server could publish it within 24 hours after its time' }),
  Type.Literal('failed', { description: 'It could not be applied' }),
]);

const PublishAt = Nullable(
  Type.String({ format: 'date-time', description: 'When it is published, in UTC; null until it is planned' }),
);
const TimeZone = Nullable(
  Type.String({ maxLength: 64, description: 'The IANA time zone in which the time was chosen: Europe/Berlin' }),
);

/** A sync with a name, published by hand or at a time. */
export const Release = Exact({
  id: Id,
  name: Type.String(),
  notes: Type.String(),
  state: ReleaseState,
  source: Side,
  target: Side,
  by: Person,
  created_at: Moment,
  /** True if it publishes everything that differs at that time. */
  is_all: Flag,
  /** What it would have changed when it was created. */
  counts: Exact({ items: Count, templates: Count, menu: Flag }),
  publish_at: PublishAt,
  time_zone: TimeZone,
  /** Who chose its time last, or published it by hand; null for one without a time. */
  planned_by: Nullable(Person),
  /** True if an export of the target follows. */
  exports_after: Flag,
  /** When it was published, refused or cancelled. */
  ended_at: Nullable(Moment),
  refusal: Nullable(Refusal),
  /** The refusal as text for its people. */
  reason: Nullable(Type.String()),
  /** Its sync; null if there was nothing left to sync. */
  sync_id: Nullable(Id),
  /** The sync that has undone it. */
  undone_by: Nullable(Id),
  /** The export that followed. */
  report_id: Nullable(Id),
});

/** A planned release that changes the same content, with how much of it. */
export const AlsoPlanned = Exact({
  id: Id,
  name: Type.String(),
  publish_at: Moment,
  time_zone: Type.String(),
  items: Count,
  templates: Count,
  menu: Flag,
});

/** How the conflicts of a release were decided: when it was planned or, once it is published, in its sync. */
export const DecidedConflicts = Exact({
  /** Items with a decision of their own. */
  items: sampleOf(
    Exact({
      template_id: TemplateId,
      id: Id,
      /** The label in the source, else in the target; the id of an item that neither has any more. */
      name: Type.String(),
      take: Type.Union([Type.Literal('source'), Type.Literal('target'), Type.Literal('fields')]),
    }),
  ),
  /** All others; null if each has a decision of its own. */
  others: Nullable(Taken),
  menu: Nullable(Taken),
});

const ReleaseParams = Exact({ instanceId: Id, releaseId: Id });
const time = { publish_at: PublishAt, time_zone: TimeZone };

/** Shapes of the calls for releases. */
export const releaseShapes = {
  list: {
    params: InstanceParams,
    /** The period is that of their times, see `releases.list`. */
    query: Exact({ ...NewestFirst, ...Period, state: Type.Optional(ReleaseState) }),
    response: Exact({ releases: Type.Array(Release, { maxItems: 100 }), ...nextPage }),
  },
  planned: {
    params: InstanceParams,
    response: Exact({
      // Those out of the instance and those into it.
      releases: Type.Array(Release, { maxItems: 2 * mostOpenReleases, description: 'By their time' }),
    }),
  },
  get: {
    params: ReleaseParams,
    /** With its selection; `changes` is empty if it publishes everything. */
    response: Exact({ release: Release, ...selection, decided: DecidedConflicts }),
  },
  overlaps: {
    params: InstanceParams,
    body: Exact({
      ...selection,
      all: Type.Optional(Flag),
      release: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Compares the content of this release' }),
      ),
    }),
    response: Exact({ releases: Type.Array(AlsoPlanned, { maxItems: mostOpenReleases }) }),
  },
  create: {
    params: InstanceParams,
    body: Exact({
      name: Type.String({ maxLength: 2 * releaseNameLength }),
      notes: Type.Optional(Type.String({ maxLength: 2 * releaseNotesLength })),
      ...selection,
      all: Type.Optional(Flag),
      ...resolution,
      seen: Seen,
      ...time,
      exports_after: Flag,
    }),
    response: Exact({ id: Id }),
  },
  schedule: { params: ReleaseParams, body: Exact(time), response: Done },
  publish: { params: ReleaseParams, body: Exact({ ...resolution, seen: Seen }), response: Started },
  cancel: { params: ReleaseParams, body: Type.Optional(Nothing), response: Done },
} as const;
