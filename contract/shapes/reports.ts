import { Type } from 'typebox';
import { Exact, Id, InstanceParams, Moment, Nothing, Nullable } from './common.ts';
import { TemplateId } from './templates.ts';

const steps = { total_steps: Type.Integer({ minimum: 0 }), completed_steps: Type.Integer({ minimum: 0 }) };

const error = Nullable(Type.String({ description: 'Why the export has stopped, where it has' }));

export const ReportHeader = Exact({ id: Id, created_at: Moment, ...steps, error });

export const ReportStep = Exact({
  id: Id,
  template_id: TemplateId,
  started_at: Nullable(Moment),
  completed_at: Nullable(Moment),
  file: Nullable(Type.String({ description: 'File name, once the file is there' })),
});

export const Report = Exact({
  id: Id,
  created_at: Moment,
  ...steps,
  path: Type.String({ description: 'Where the files of the report are, for the download call' }),
  error,
  steps: Type.Array(ReportStep),
});

export const reportShapes = {
  start: { params: InstanceParams, body: Type.Optional(Nothing), response: Exact({ id: Id }) },
  list: {
    params: InstanceParams,
    query: Exact({ before: Type.Optional(Id), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    response: Exact({ reports: Type.Array(ReportHeader), next_before: Nullable(Id) }),
  },
  get: { params: Exact({ instanceId: Id, reportId: Id }), response: Exact({ report: Report }) },
  getFileUrl: {
    params: Exact({
      instanceId: Id,
      path: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
      fileName: Type.String({ pattern: '^[A-Za-z0-9_]{1,64}\\.json$' }),
    }),
    response: Exact({
      url: Type.String({ description: 'Valid for some minutes, and to be fetched without credentials' }),
    }),
  },
} as const;
