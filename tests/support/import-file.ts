import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { imports, type UploadedRows } from '@quartermaster/contract/endpoints/imports.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { type Person, type TestServer, urlOf } from './server.ts';
import { assertShape } from './server-shapes.ts';

/** What a test sends, and to which template. */
export interface SentFile {
  type?: 'text/csv' | 'application/jsonl';
  as?: Person;
  instanceId?: number;
  templateId?: string;
  query?: Record<string, unknown>;
}

/** The response to an upload: after a refusal, what was checked is in its details. */
export interface UploadAnswer extends UploadedRows {
  status: number;
  error: ErrorBody;
}

/** Sends a file of an import. */
export async function importFile(
  server: TestServer,
  payload: string | Buffer,
  { type = 'application/jsonl', as = 'owner', query = {}, ...place }: SentFile = {},
): Promise<UploadAnswer> {
  const params = { instanceId: server.studio.dev, templateId: 'sword', ...place };
  const { statusCode, body } = await server.app.inject({
    method: 'POST',
    url: urlOf(imports.upload, { params, query }),
    headers: { authorization: server.bearer(as), 'content-type': type },
    payload,
  });
  const answer = JSON.parse(body) as UploadedRows & ErrorBody;
  const found = statusCode === 200 ? answer : ((answer.details ?? {}) as UploadedRows);
  if (statusCode === 200 || answer.details !== undefined) assertShape(imports.upload, found);
  return { status: statusCode, error: answer, ...found };
}

/** Records as JSON lines. */
export const jsonLines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** The outcome and the reason of each row. */
export const outcomesOf = ({ rows }: Pick<UploadedRows, 'rows'>): string[] =>
  rows.map(({ line, outcome, refusal }) =>
    [`${line} ${outcome}`, ...(refusal ? [`${refusal.field_id ?? '-'}: ${refusal.reason}`] : [])].join(' '),
  );

/** Undoes a change set and returns the state of the undo. */
export const undoImport = (server: TestServer, changeSetId: number | null) =>
  server.call(
    changeSets.undo,
    { params: { instanceId: server.studio.dev, changeSetId: changeSetId ?? 0 }, body: {} },
    { as: 'owner' },
  );
