import { Type } from 'typebox';
import { Done, Exact, Id, Moment, Nullable } from './common.ts';

const Count = Type.Integer({ minimum: 0 });

/** What a job of an instance is about. */
export const JobKind = Type.Union([
  Type.Literal('export'),
  Type.Literal('change-set'),
  Type.Literal('template-change'),
]);

/** `running` includes the time until a server has begun, or taken it over from another one. */
export const JobState = Type.Union([
  Type.Literal('running'),
  Type.Literal('completed'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
]);

/** An error about one row: an item, or a template of an export. */
export const JobError = Exact({ row: Type.String(), message: Type.String() });

/** The progress of a job. */
export const Job = Exact({
  kind: JobKind,
  /** The id of the export, of the change set, or of the template whose items change. */
  id: Type.String(),
  state: JobState,
  /** What it is doing, or was doing last, as text. */
  doing: Type.String(),
  /** In items, or in templates for an export. */
  total: Count,
  done: Count,
  /** The reason why it failed. */
  error: Nullable(Type.String()),
  /** The first rows with errors, and the number of all of them. While it is running, it is tried again. */
  errors: Type.Array(JobError),
  error_count: Count,
  /** Whether the caller can cancel it now. */
  can_cancel: Type.Boolean(),
  started_at: Moment,
  finished_at: Nullable(Moment),
});

const JobParams = Exact({
  instanceId: Id,
  kind: JobKind,
  id: Type.String({ pattern: '^[A-Za-z0-9_]{1,64}$', description: 'Of an export, a change set or a template' }),
});

/** Shapes of the calls for the progress of jobs. */
export const jobShapes = {
  get: {
    params: JobParams,
    query: Exact({
      errors: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'How many rows with errors, 20' })),
    }),
    response: Exact({ job: Job }),
  },
  cancel: { params: JobParams, response: Done },
} as const;
