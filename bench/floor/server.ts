/**
 * The baseline of the measurements: a bare Fastify with `pg` on the same database, with nothing between request and
 * SQL.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import pg from 'pg';
import { account, create, everything, firstPage, firstPageOfLabel, menu, page, save } from './sql.ts';

interface Template {
  key: number;
  keys: Record<string, number>;
}

interface Change {
  template_field_id: string;
  template_group_path: number[] | null;
  value: string | number | boolean | null;
}

interface Saved {
  id: number;
  template_id: string;
  internal_label: string;
  fields: Change[];
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
/** Bytes as the database sends them: the response is passed on without decoding and encoding. */
const asBytes = { getTypeParser: () => (bytes: Buffer) => bytes };
const bytes = async (query: { name: string; text: string }, values: unknown[]): Promise<Buffer[]> =>
  (await pool.query<{ json: Buffer }>({ ...query, values, binary: true, types: asBytes } as pg.QueryConfig)).rows.map(
    (row) => row.json,
  );

const known = new Map<string, Promise<Template>>();
function templateOf(id: string): Promise<Template> {
  const found = known.get(id) ?? readTemplate(id);
  known.set(id, found);
  return found;
}

async function readTemplate(id: string): Promise<Template> {
  const { rows } = await pool.query<{ key: number; fields: { id: string; key: number }[] }>(
    'select key, fields from templates where id = $1',
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no template ${id}.`);
  return { key: row.key, keys: Object.fromEntries(row.fields.map((field) => [field.id, field.key])) };
}

const json = 'application/json; charset=utf-8';
const accountId = 1;
const app = Fastify({ logger: false, bodyLimit: 8 * 1024 * 1024 });

app.get('/readyz', async () => {
  await pool.query('select 1');
  return 'ready';
});

const ascending = page('asc');
const descending = page('desc');

interface ListBody {
  filters?: { value: string }[];
  sort?: { direction: string };
  limit?: number;
}

app.post<{ Params: { templateId: string }; Body: ListBody }>(
  '/v1/editor/:instanceId/items/:templateId',
  async ({ params, body }, reply) => {
    const { key, keys } = await templateOf(params.templateId);
    reply.header('content-type', json);
    if (body.limit === undefined) {
      return reply.send(await streamAll(key));
    }
    const [category, level] = body.filters ?? [];
    const [answer] = body.sort
      ? await bytes(body.sort.direction === 'desc' ? descending : ascending, [
          key,
          keys.price,
          category?.value,
          Number(level?.value),
          body.limit,
        ])
      : category
        ? await bytes(firstPageOfLabel, [key, body.limit, category.value])
        : await bytes(firstPage, [key, body.limit]);
    return reply.send(answer);
  },
);

/** Streams rows while the next ones are serialized, some thousand bytes at a time. */
async function streamAll(key: number): Promise<Readable> {
  const answer = new Readable({ read() {} });
  const client = await pool.connect();
  let pieces: Buffer[] = [Buffer.from('{"items":[')];
  let size = 0;
  let isFirst = true;
  const query = new pg.Query<{ json: Buffer }>({
    ...everything,
    values: [key],
    binary: true,
    types: asBytes,
  } as pg.QueryConfig);
  query.on('row', ({ json }) => {
    pieces.push(isFirst ? json.subarray(1) : json);
    isFirst = false;
    size += json.length;
    if (size < piece) return;
    answer.push(Buffer.concat(pieces));
    pieces = [];
    size = 0;
  });
  query.on('end', () => {
    client.release();
    answer.push(Buffer.concat([...pieces, Buffer.from(']}')]));
    answer.push(null);
  });
  query.on('error', (error) => {
    client.release(error);
    answer.destroy(error);
  });
  client.query(query);
  return answer;
}
const piece = 64 * 1024;

app.get<{ Params: { templateId: string; id: string } }>(
  '/v1/editor/:instanceId/items/:templateId/:id',
  async ({ params }, reply) => {
    const { key } = await templateOf(params.templateId);
    const { rows } = await pool.query({
      name: 'item',
      text: 'select id, label as internal_label, version, "values" from items where template_key = $1 and id = $2',
      values: [key, params.id],
    });
    return reply.send(rows[0]);
  },
);

app.post<{ Params: { instanceId: string; templateId: string }; Body: { list: { limit: number } } }>(
  '/v1/instances/:instanceId/templates/:templateId/bootstrap',
  async ({ params, body }, reply) => {
    const { key } = await templateOf(params.templateId);
    const parts = await Promise.all([
      bytes(account, [accountId]),
      bytes(menu, [params.instanceId]),
      bytes(firstPage, [key, body.list.limit]),
    ]);
    return reply.header('content-type', json).send(`[${parts.flat().join(',')}]`);
  },
);

const numberOf = (value: Change['value']) => (typeof value === 'string' ? null : Number(value));
const textOf = (value: Change['value']) => (typeof value === 'string' ? value : null);
const isLink = ({ template_field_id }: Change) => template_field_id === 'made_of';

app.post<{ Body: Saved }>('/v1/editor/:instanceId/items', async ({ body }) => {
  const { key, keys } = await templateOf(body.template_id);
  const values = body.fields.filter((field) => !isLink(field));
  const links = body.fields.filter(isLink);
  const { rows } = await pool.query({
    ...save,
    values: [
      key,
      body.id,
      body.internal_label,
      JSON.stringify(Object.fromEntries(body.fields.map((field) => [field.template_field_id, field.value]))),
      values.map((field) => keys[field.template_field_id]),
      values.map((field) => numberOf(field.value)),
      values.map((field) => textOf(field.value)),
      links.map((field) => keys[field.template_field_id]),
      links.map((field) => field.value),
      accountId,
    ],
  });
  return rows[0];
});

app.post<{ Params: { instanceId: string }; Body: { items: Saved[] } }>(
  '/v1/editor/:instanceId/items/batch',
  async ({ params, body }) => {
    const { key, keys } = await templateOf(body.items[0]?.template_id ?? '');
    const documents: string[] = [];
    const [places, fieldKeys, numbers, texts]: [number[], number[], (number | null)[], (string | null)[]] = [
      [],
      [],
      [],
      [],
    ];
    const [linkPlaces, linkKeys, targets]: [number[], number[], number[]] = [[], [], []];
    for (const [index, item] of body.items.entries()) {
      const document: Record<string, unknown> = {};
      // The same value in several rows of a group is one index row.
      const indexed = new Set<string>();
      const rows: Record<string, unknown>[] = [];
      for (const field of item.fields) {
        const fieldKey = keys[field.template_field_id] ?? 0;
        const at = field.template_group_path?.[0];
        if (at !== undefined) rows[at] ??= {};
        if (field.value === null) continue;
        if (at === undefined) document[field.template_field_id] = field.value;
        else Object.assign(rows[at] ?? {}, { [field.template_field_id]: field.value });
        if (isLink(field)) {
          linkPlaces.push(index + 1);
          linkKeys.push(fieldKey);
          targets.push(Number(field.value));
        } else if (indexed.size < indexed.add(`${fieldKey} ${field.value}`).size) {
          places.push(index + 1);
          fieldKeys.push(fieldKey);
          numbers.push(numberOf(field.value));
          texts.push(textOf(field.value));
        }
      }
      document.bonuses = rows;
      documents.push(JSON.stringify(document));
    }
    const labels = body.items.map((item) => item.internal_label);
    const { rows } = await pool.query({
      ...create,
      values: [
        key,
        params.instanceId,
        labels,
        documents,
        places,
        fieldKeys,
        numbers,
        texts,
        linkPlaces,
        linkKeys,
        targets,
        accountId,
      ],
    });
    return { items: rows };
  },
);

/** Stores the bytes of a body on disk unchanged. */
const files = process.env.FLOOR_FILES;
if (files) {
  mkdirSync(files, { recursive: true });
  await app.register(async (bare) => {
    bare.removeAllContentTypeParsers();
    bare.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    bare.post<{ Body: Buffer }>('/v1/bytes', async ({ body }) => {
      const file = await open(join(files, randomUUID()), 'wx');
      await file.writeFile(body);
      await file.datasync();
      await file.close();
      return { ok: true };
    });
  });
}

/** The page has few files: all are in memory, compressed when they were built. */
const folder = process.env.FLOOR_PAGE;
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};
function serve(path: string, file: string, caching: string): void {
  const body = readFileSync(file);
  const type = types[file.split('.').at(-2) ?? ''];
  const headers = { 'content-type': type, 'content-encoding': 'br', 'cache-control': caching, vary: 'accept-encoding' };
  app.get(path, (_request, reply) => reply.headers(headers).send(body));
}
if (folder) {
  for (const page of ['list', 'form']) serve(`/${page}/*`, join(folder, 'page', `${page}.html.br`), 'no-cache');
  for (const name of readdirSync(join(folder, 'assets'))) {
    if (name.endsWith('.br'))
      serve(`/assets/${name.slice(0, -3)}`, join(folder, 'assets', name), 'public, max-age=31536000, immutable');
  }
}

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
