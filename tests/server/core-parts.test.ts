import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { templateShapes } from '@quartermaster/contract/shapes/templates.ts';
import { Type } from 'typebox';
import { afterAll, describe, expect, test } from 'vitest';
import type { AppError } from '../../server/core/base/errors.ts';
import { mapWithPauses } from '../../server/core/base/pauses.ts';
import { createSecrets, hashToken, randomToken } from '../../server/core/environment/secrets.ts';
import { responseFilter } from '../../server/core/http/response-filter.ts';
import { findStaticFile } from '../../server/core/http/static-files.ts';
import { compileShape, refuseInvalid, refuseUnstorable } from '../../server/core/http/validation.ts';
import { shows } from '../specification/shows.ts';

const exact = (properties: Parameters<typeof Type.Object>[0]) =>
  Type.Object(properties, { additionalProperties: false });

const fieldsOf = (work: () => void) => {
  try {
    work();
  } catch (error) {
    return (error as AppError).body.fields;
  }
  return undefined;
};

describe('a response', () => {
  const filtered = (shape: Parameters<typeof responseFilter>[0], value: unknown) =>
    responseFilter(shape)?.(value) ?? value;

  test('is reduced to its shape’s properties, at every depth', () => {
    const shape = exact({
      list: Type.Array(exact({ id: Type.Integer() })),
      maybe: Type.Union([exact({ name: Type.String() }), Type.Null()]),
      free: Type.Record(Type.String(), Type.Unknown()),
      left: Type.Optional(Type.String()),
    });
    const value = {
      list: [{ id: 1, password: 'x' }],
      maybe: { name: 'n', secret: 1 },
      free: { any: { thing: 1 } },
      more: 1,
    };
    expect(filtered(shape, value)).toEqual({ list: [{ id: 1 }], maybe: { name: 'n' }, free: { any: { thing: 1 } } });
    expect(filtered(shape, { list: [], maybe: null, free: {}, left: 'l' })).toEqual({
      list: [],
      maybe: null,
      free: {},
      left: 'l',
    });
  });

  test('is matched to alternatives by their constants', () => {
    const shape = Type.Union([
      exact({ type: Type.Literal('text'), name: Type.String(), limit: Type.Integer() }),
      exact({ type: Type.Literal('flag'), name: Type.String() }),
    ]);
    expect(filtered(shape, { type: 'flag', name: 'n', limit: 1 })).toEqual({ type: 'flag', name: 'n' });
    expect(() => filtered(shape, { type: 'other', name: 'n' })).toThrow('none of the alternatives');
  });

  test('that lacks something required is a server error', () => {
    expect(() => filtered(exact({ id: Type.Integer() }), {})).toThrow('The response lacks id.');
  });

  test('of plain values is not filtered', () => {
    expect(responseFilter(Type.Array(Type.String()))).toBeUndefined();
  });
});

describe('input errors', () => {
  test('name the path of each error', async () => {
    const shape = Type.Object(
      {
        name: Type.String({ maxLength: 3 }),
        rows: Type.Array(Type.Object({ value: Type.Integer() }, { additionalProperties: false })),
      },
      { additionalProperties: false },
    );
    const validator = await compileShape(shape);
    expect(
      fieldsOf(() =>
        refuseInvalid(validator, { name: 'long', rows: [{ value: 1 }, { value: 'x', more: 1 }, {}], extra: 1 }),
      ),
    ).toEqual({
      name: 'must be at most 3 characters',
      'rows.1.value': 'must be integer',
      'rows.1.more': 'is not known',
      'rows.2.value': 'is required',
      extra: 'is not known',
    });
    expect(fieldsOf(() => refuseInvalid(validator, { name: 'a', rows: [] }))).toBeUndefined();
  });

  test('name the alternative that matches the type, all types if none matches, and the whole element without a type', async () => {
    const label = Type.String({ maxLength: 3 });
    const limit = Type.Union([Type.Number(), Type.Null()]);
    const types = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((type) =>
      Type.Object({ type: Type.Literal(type), label, limit }, { additionalProperties: false }),
    );
    const validator = await compileShape(Type.Object({ rows: Type.Array(Type.Union(types)) }));
    const good = { type: 'a', label: 'abc', limit: null };
    const rows = [
      good,
      { ...good, type: 'g', label: 'long' },
      { ...good, type: 'f', limit: 'x' },
      { ...good, type: 'x' },
      { label: 'abc', limit: null },
    ];
    expect(fieldsOf(() => refuseInvalid(validator, { rows }))).toEqual({
      'rows.1.label': 'must be at most 3 characters',
      'rows.2.limit': 'must be number or null',
      'rows.3.type': 'must be one of a, b, c, d, e, f, g',
      'rows.4': 'is not of an accepted type',
    });
  });

  test('list the constants that are accepted', async () => {
    const status = Type.Union([Type.Literal(0), Type.Literal(1), Type.Null()]);
    const kind = Type.Union([Type.Literal('a'), Type.Literal('b')]);
    const validator = await compileShape(Type.Object({ status, kind }));
    expect(fieldsOf(() => refuseInvalid(validator, { status: 2, kind: 1 }))).toEqual({
      status: 'must be one of 0, 1, null',
      kind: 'must be one of a, b',
    });
  });

  test('in a long list need one more pass at most, and only invalid elements are examined', async () => {
    const compiled = await compileShape(templateShapes.save.body);
    let reads = 0;
    const fields = Array.from({ length: 5000 }, (_, order) => ({
      id: `field-${order}`,
      parentId: null,
      order,
      settings: {
        get type() {
          reads++;
          return 'image';
        },
        name: order === 4999 ? 1 : `name_${order}`,
        label: 'L',
        required: false,
      },
    }));
    const body = { id: 'sword', label: 'Sword', version: 0, fields };
    expect(compiled.fits(body)).toBe(false);
    const readsOfCheck = reads;
    expect(fieldsOf(() => refuseInvalid(compiled, body))).toEqual({
      'fields.4999.settings.name': 'must be string',
    });
    expect(reads).toBeLessThan(readsOfCheck * 3.1);
    expect(fieldsOf(() => refuseInvalid(compiled, { ...body, fields: [...fields, fields[0]], id: 1 }))).toEqual({
      id: 'must be string',
      fields: 'must not have more than 5000 items',
      'fields.4999.settings.name': 'must be string',
    });
  });

  test('are named in nested lists, and for 50 fields at most', async () => {
    const rows = Type.Array(exact({ cells: Type.Array(Type.Integer()) }));
    const compiled = await compileShape(exact({ rows, more: Type.Optional(Type.Array(Type.Integer())) }));
    const cells = Array.from({ length: 2000 }, (_, index) => index);
    const wrong = [{ cells }, { cells: [...cells, 'x'] }, { cells: [0.5, ...cells] }];
    expect(fieldsOf(() => refuseInvalid(compiled, { rows: wrong }))).toEqual({
      'rows.1.cells.2000': 'must be integer',
      'rows.2.cells.0': 'must be integer',
    });
    const many = fieldsOf(() => refuseInvalid(compiled, { rows: [], more: cells.map(String) }));
    expect(Object.keys(many ?? {})).toEqual(cells.slice(0, 50).map((index) => `more.${index}`));
  });

  test.each(['__proto__', 'constructor', 'toString'])('are named if the field is called %s', async (name) => {
    const validator = await compileShape(Type.Object({}, { additionalProperties: false }));
    const fields = fieldsOf(() => refuseInvalid(validator, JSON.parse(`{"${name}":1}`)));
    expect(Object.entries(fields ?? {})).toEqual([[name, 'is not known']]);
  });

  test.each([
    ['{"a":"\\u0000"}', 'a'],
    ['{"a":[{"b":"x\\ud800"}]}', 'a.0.b'],
    ['{"a":"\\udc00\\ud800"}', 'a'],
    ['{"a":{"\\u0000":1}}', 'a'],
  ])('%s cannot be stored', (text, path) => {
    expect(Object.keys(fieldsOf(() => refuseUnstorable(text, JSON.parse(text))) ?? {})).toEqual([path]);
  });

  test.each(['{"a":"\\ud83d\\ude00"}', '{"a":"\u{1F600}"}', '{"a":"\\\\u0000"}', '[]'])('%s can be stored', (text) => {
    expect(() => refuseUnstorable(text, JSON.parse(text))).not.toThrow();
  });
});

describe('secrets', () => {
  const secrets = createSecrets('a'.repeat(32));

  test('can be decrypted with the same key, and are never encrypted to the same text twice', () => {
    shows('3.calls.token.encrypted');
    const sealed = secrets.encrypt('token \u{1F600}');
    expect(secrets.decrypt(sealed)).toBe('token \u{1F600}');
    expect(secrets.encrypt('token \u{1F600}')).not.toBe(sealed);
  });

  test('cannot be decrypted if changed or with another key', () => {
    shows('3.calls.token.key');
    const sealed = Buffer.from(secrets.encrypt('token'), 'base64url');
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => secrets.decrypt(changed.toString('base64url'))).toThrow();
    }
    expect(() => secrets.decrypt('')).toThrow();
    expect(() => createSecrets('b'.repeat(32)).decrypt(sealed.toString('base64url'))).toThrow();
  });

  test('sign differently with another key, and tokens have 256 bits', () => {
    shows('3.session.cookie.refresh');
    expect(secrets.sign('x')).toBe(createSecrets('a'.repeat(32)).sign('x'));
    expect(secrets.sign('x')).not.toBe(createSecrets('b'.repeat(32)).sign('x'));
    expect(secrets.jwtKey).toHaveLength(32);
    expect(Buffer.from(randomToken(), 'base64url')).toHaveLength(32);
    expect(hashToken('x')).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a static file', () => {
  const outside = mkdtempSync(join(tmpdir(), 'quartermaster-test-'));
  const folder = join(outside, 'site');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'page.js'), 'plain');
  writeFileSync(join(folder, 'page.js.br'), 'brotli');
  writeFileSync(join(folder, 'page.js.gz'), 'gzip');
  writeFileSync(join(folder, 'assets', 'app-Ab3_-x9Z.css'), 'plain');
  writeFileSync(join(folder, 'run.sh'), 'x');
  afterAll(() => rmSync(outside, { recursive: true }));

  const find = (path: string, headers: Record<string, string> = {}) => findStaticFile(folder, path, headers);

  test.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip, deflate, br;q=0', 'gzip', 'gzip'],
    ['gzip, BR;Q=0', 'gzip', 'gzip'],
    ['gzip', 'gzip', 'gzip'],
    ['identity', undefined, 'plain'],
    ['', undefined, 'plain'],
    ['*', 'br', 'brotli'],
  ])('is compressed with an encoding that the browser accepts: %j', async (accepted, encoding, content) => {
    const file = await find('/page.js', { 'accept-encoding': accepted });
    expect(file?.headers['content-encoding']).toBe(encoding);
    expect(file?.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(file?.headers.vary).toContain('Accept-Encoding');
    expect(file && (await text(await file.open()))).toBe(content);
  });

  test('is cached forever if its name contains its hash, and revalidated otherwise', async () => {
    expect((await find('/assets/app-Ab3_-x9Z.css'))?.headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    const page = await find('/page.js');
    expect(page?.headers['cache-control']).toBe('no-cache');
    expect(page?.isNew).toBe(true);
    expect((await find('/page.js', { 'if-none-match': page?.headers.etag ?? '' }))?.isNew).toBe(false);
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..\\secret.txt',
    '/assets',
    '/',
    '',
    '/nothing.js',
    '/page.js%00.css',
    '/%zz',
    '/run.sh',
    '//etc/passwd',
  ])('is not found at %s', async (path) => {
    expect(await find(path)).toBeUndefined();
  });
});

test('long work lets other work run between its items', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const hold = (item: number, index: number) => {
    for (const until = performance.now() + 15; performance.now() < until; );
    return item + index;
  };
  expect(await mapWithPauses([1, 2, 3, 4, 5, 6], hold)).toEqual([1, 3, 5, 7, 9, 11]);
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(5);
});
