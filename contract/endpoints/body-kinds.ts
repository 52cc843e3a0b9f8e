/**
 * A kind of request body. `raw` is JSON whose bytes the handler gets, because a signature covers them; JSON lines and CSV
 * are streams of records.
 */
export type BodyKind = 'json' | 'raw' | 'form' | 'json-lines' | 'csv';

/** The kinds that are streams of records. */
export type RecordKind = Extract<BodyKind, 'json-lines' | 'csv'>;

/** The media types of each kind; documents name the first one. */
export const mediaTypes: Record<BodyKind, readonly [string, ...string[]]> = {
  json: ['application/json'],
  raw: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  'json-lines': ['application/jsonl', 'application/x-ndjson'],
  csv: ['text/csv'],
};

/** True for a body that is a stream of records. */
export const isRecordKind = (kind: BodyKind): kind is RecordKind => kind === 'json-lines' || kind === 'csv';
