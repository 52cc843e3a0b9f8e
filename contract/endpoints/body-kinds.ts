/**
 * A kind of request body. `scim` is JSON by another name; `raw` is JSON whose bytes the handler gets, because a signature covers them; JSON lines, CSV
 * and XLIFF are streams of records.
 */
export type BodyKind = 'json' | 'scim' | 'raw' | 'form' | 'json-lines' | 'csv' | 'xliff';

/** The kinds that are streams of records. */
export type RecordKind = Extract<BodyKind, 'json-lines' | 'csv' | 'xliff'>;

/** The media types of each kind; documents name the first one. */
export const mediaTypes: Record<BodyKind, readonly [string, ...string[]]> = {
  json: ['application/json'],
  scim: ['application/scim+json'],
  raw: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  'json-lines': ['application/jsonl', 'application/x-ndjson'],
  csv: ['text/csv'],
  xliff: ['application/xliff+xml', 'application/xml', 'text/xml'],
};

/** True for a body that is a stream of records. */
export const isRecordKind = (kind: BodyKind): kind is RecordKind =>
  kind === 'json-lines' || kind === 'csv' || kind === 'xliff';
