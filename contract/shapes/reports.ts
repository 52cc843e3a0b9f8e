import { Type } from 'typebox';
import {
  ChangeKind,
  Exact,
  ExportedFile,
  Id,
  InstanceParams,
  Language,
  Moment,
  NewestFirst,
  Nullable,
  nextPage,
  TemplateId,
} from './common.ts';

/** An export in a list. */
export const ReportHeader = Exact({
  id: Id,
  created_at: Moment,
  total_steps: Type.Integer({ minimum: 0 }),
  completed_steps: Type.Integer({ minimum: 0, description: 'The last step counts once delivery serves the files' }),
  state: Type.Union([Type.Literal('running'), Type.Literal('completed'), Type.Literal('failed')], {
    description: 'completed: delivery serves the files of this export, or those of a later one',
  }),
  error: Nullable(Type.String({ description: 'The reason why the export failed; null if it did not' })),
});

/** One file of an export. */
export const ReportStep = Exact({
  id: Id,
  template_id: TemplateId,
  /** Absent for the file with all languages. */
  language: Type.Optional(Language),
  started_at: Nullable(Moment),
  completed_at: Nullable(Moment),
  file: Nullable(Type.String({ description: 'File name; null until the file exists' })),
});

/** An export with its steps. */
export const Report = Exact({
  ...ReportHeader.properties,
  path: Type.String({ description: 'Path of the files of the report, for the download call' }),
  steps: Type.Array(ReportStep),
});

/** A template that has changed since it was last exported, itself or in its items. */
export const TemplateExportChange = Exact({
  template_id: TemplateId,
  label: Type.String({ description: 'Of a removed template, its id' }),
  change: Nullable(ChangeKind),
  items: Type.Integer({ minimum: 0, description: 'Items that are new or have been changed' }),
  removed_items: Type.Integer({ minimum: 0 }),
});

/** Changes since the last completed export. */
export const ExportChanges = Exact({
  /** The last completed export; null if there is none. */
  last: Nullable(Exact({ id: Id, created_at: Moment })),
  templates: Type.Array(TemplateExportChange, { description: 'By label; empty without an export' }),
});

/** Shapes of the calls for exports. */
export const reportShapes = {
  start: {
    params: InstanceParams,
    body: Type.Optional(
      Exact({
        smallest_game_version: Type.Optional(
          Nullable(
            Type.String({
              maxLength: 64,
              description:
                'The smallest version of the game that can read the build; that of the last build if omitted',
            }),
          ),
        ),
      }),
    ),
    response: Exact({ id: Id }),
  },
  list: {
    params: InstanceParams,
    query: Exact({
      ...NewestFirst,
      completed: Type.Optional(Type.Boolean({ description: 'Excludes running and failed exports' })),
    }),
    response: Exact({ reports: Type.Array(ReportHeader), ...nextPage }),
  },
  changes: { params: InstanceParams, response: ExportChanges },
  get: { params: Exact({ instanceId: Id, reportId: Id }), response: Exact({ report: Report }) },
  getFileUrl: {
    params: Exact({
      instanceId: Id,
      path: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
      fileName: ExportedFile,
    }),
    response: Exact({
      url: Type.String({ description: 'Valid for a few minutes; fetch it without credentials' }),
    }),
  },
} as const;
