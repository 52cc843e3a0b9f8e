import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EnvironmentError, readEnvironment, variables } from '../../server/core/environment.ts';

const secret = 'x'.repeat(32);
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://content.example.com', SECRET_KEY: secret };

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readEnvironment(env);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

test('without any variable everything has the value that the documents promise', () => {
  expect(readEnvironment({})).toEqual({
    production: false,
    host: 'localhost',
    port: 4400,
    publicUrl: 'http://localhost:4400',
    dataDir: '.data',
    databaseUrl: undefined,
    databaseConnections: 20,
    secretKey: undefined,
    corsOrigins: ['http://localhost:4401'],
    cookieSameSite: 'lax',
    trustProxy: false,
    logLevel: 'warn',
    demo: true,
    devHostPort: 4401,
    bucket: undefined,
    distDir: 'dist',
    devConsole: undefined,
    devHost: undefined,
  });
});

test('an empty variable counts as unset', () => {
  expect(readEnvironment({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toEqual(readEnvironment({}));
});

test('what follows from another variable follows', () => {
  const { publicUrl, corsOrigins } = readEnvironment({ PORT: '5000', DEV_HOST_PORT: '5001' });
  expect([publicUrl, corsOrigins]).toEqual(['http://localhost:5000', ['http://localhost:5001']]);
  expect(readEnvironment({ DEV_HOST: '0' })).toMatchObject({ corsOrigins: [], devHostPort: undefined });
  expect(readEnvironment({ PUBLIC_URL: 'https://a.example/' }).publicUrl).toBe('https://a.example');
});

describe('in production', () => {
  test('nothing meant for development is on', () => {
    expect(readEnvironment(production)).toMatchObject({
      production: true,
      host: '0.0.0.0',
      demo: false,
      devHostPort: undefined,
      corsOrigins: [],
      logLevel: 'info',
    });
  });

  test('it is on where it is asked for by name', () => {
    const asked = readEnvironment({ ...production, DEMO: '1', DEV_HOST: '1' });
    expect(asked).toMatchObject({ demo: true, devHostPort: 4401 });
    const { SECRET_KEY: _, ...withoutSecret } = production;
    expect(problemsOf(withoutSecret)).toEqual([expect.stringContaining('SECRET_KEY must be set in production')]);
    expect(problemsOf({ ...withoutSecret, DEVELOPMENT_SECRET: '1' })).toEqual([]);
  });
});

test.each([
  ['PORT', ['0', '65535'], ['-1', '65536', '4400.5', '4e3', 'x']],
  ['DATABASE_URL', ['postgres://a/b', 'postgresql://a/b'], ['a/b', 'mysql://a/b']],
  [
    'PUBLIC_URL',
    ['http://a.example', 'https://a.example:8443'],
    ['a.example', 'ftp://a.example', 'javascript:alert(1)'],
  ],
  [
    'CORS_ORIGINS',
    ['https://a.example', 'https://a.example, http://b.example:81'],
    ['*', 'a.example', 'https://a.example/', 'https://*.example', 'https://a.example,'],
  ],
  ['SECRET_KEY', [secret], ['short']],
  ['DEMO', ['0', '1'], ['true', 'no', '2']],
  ['LOG_LEVEL', ['debug', 'silent'], ['loud']],
  ['NODE_ENV', ['development', 'test'], ['prod']],
  [
    'TRUST_PROXY',
    ['1', '10.0.0.0/8', '127.0.0.1, ::1', 'loopback', 'fd00::/8'],
    ['yes', '10.0.0.0/33', '10.0.0', '1,', 'a.example'],
  ],
])('%s takes %j and refuses %j', (name, good, bad) => {
  for (const value of good) expect(problemsOf({ [name]: value })).toEqual([]);
  for (const value of bad)
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must`))]);
});

test('cookies for another site need https', () => {
  expect(problemsOf({ COOKIE_SAMESITE: 'none' })).toEqual([expect.stringContaining('COOKIE_SAMESITE=none needs')]);
  expect(problemsOf({ COOKIE_SAMESITE: 'none', PUBLIC_URL: 'https://a.example' })).toEqual([]);
});

test('a bucket needs its name, and both keys or none', () => {
  expect(problemsOf({ S3_ENDPOINT: 'https://a.example' })).toEqual([expect.stringContaining('S3_BUCKET must be set')]);
  expect(problemsOf({ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a' })).toEqual([
    expect.stringContaining('must be set together'),
  ]);
  expect(readEnvironment({ S3_BUCKET: 'b' }).bucket).toMatchObject({
    bucket: 'b',
    region: 'us-east-1',
    forcePathStyle: false,
  });
});

test.each(['README.md', 'docs/self-hosting.md'])('%s lists every variable', (document) => {
  const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');
  expect(Object.keys(variables).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
