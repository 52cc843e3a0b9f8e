import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EnvironmentError, readEnvironment } from '../../server/core/environment/environment.ts';
import { variables } from '../../server/core/environment/environment-variables.ts';
import { shows } from '../specification/shows.ts';
import { examplesIn } from '../support/examples.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

const secret = 'x'.repeat(32);
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://content.example.com',
  SECRET_KEY: 'mQ4w8ZtTn0cXh2VbR7yLk5uJs1PdGe9f',
  SMTP_URL: 'smtps://mail.example.com',
  BILLING_SIMULATOR: '1',
};

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readEnvironment(env);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

test('without any variables everything has its documented default', () => {
  shows(
    '3.start.address.dev-host',
    '3.start.address.dev-host-origin',
    '3.start.env.cors-default',
    '3.start.env.data-dir',
    '3.start.env.demo',
    '3.start.env.dev-host-port',
    '3.start.env.port',
    '3.start.start.data-dir',
  );
  expect(readEnvironment({})).toEqual({
    production: false,
    host: 'localhost',
    port: 4400,
    publicUrl: 'http://localhost:4400',
    dataDir: '.data',
    databaseUrl: undefined,
    databaseReplicaUrls: [],
    migrations: 'start',
    databaseConnections: 20,
    databaseTimeout: 20_000,
    minFreeSpace: 256 * 1024 * 1024,
    requestTimeout: 120_000,
    stopTimeout: 5000,
    bodyBytes: 32 * 1024 * 1024,
    secretKey: undefined,
    corsOrigins: ['http://localhost:4401'],
    cookieSameSite: 'lax',
    tokenExchange: { credentials: [], issuers: [] },
    oidc: undefined,
    oidcStandIn: true,
    trustProxy: false,
    sendsTraces: false,
    logLevel: 'warn',
    demo: true,
    pluginReleases: 0,
    devHostPort: 4401,
    devPlugin: undefined,
    extensionsUrl: undefined,
    metricsHost: 'localhost',
    metricsPort: undefined,
    bucket: undefined,
    smtpUrl: undefined,
    mailFrom: 'Quartermaster <no-reply@localhost>',
    feedbackEmail: undefined,
    supportEmail: 'support@localhost',
    outbox: true,
    turnstile: undefined,
    turnstileStandIn: false,
    webhookPrivate: false,
    paddle: undefined,
    sentryDsn: undefined,
    distDir: 'dist',
    devConsole: undefined,
    devHost: undefined,
  });
});

test('replicas need a database that can have some, and addresses', () => {
  shows('5.running.replicas');
  const DATABASE_REPLICA_URL = 'postgres://a/quartermaster, postgresql://b/quartermaster';
  expect(problemsOf({ DATABASE_REPLICA_URL })).toEqual([
    'DATABASE_REPLICA_URL needs a DATABASE_URL: the embedded database has no replicas.',
  ]);
  const DATABASE_URL = 'postgres://primary/quartermaster';
  expect(problemsOf({ DATABASE_URL, DATABASE_REPLICA_URL: 'postgres://a/quartermaster,b' })).toEqual([
    'DATABASE_REPLICA_URL must be addresses with postgres:// or postgresql://, separated by commas.',
  ]);
  expect(readEnvironment({ DATABASE_URL, DATABASE_REPLICA_URL }).databaseReplicaUrls).toEqual([
    'postgres://a/quartermaster',
    'postgresql://b/quartermaster',
  ]);
});

test('an empty variable counts as unset', () => {
  expect(readEnvironment({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toEqual(readEnvironment({}));
});

test('defaults that depend on other variables follow them', () => {
  shows('3.start.env.public-url');
  const { publicUrl, corsOrigins } = readEnvironment({ PORT: '5000', DEV_HOST_PORT: '5001' });
  expect([publicUrl, corsOrigins]).toEqual(['http://localhost:5000', ['http://localhost:5001']]);
  expect(readEnvironment({ DEV_HOST: '0' })).toMatchObject({ corsOrigins: [], devHostPort: undefined });
  expect(readEnvironment({ PUBLIC_URL: 'https://a.example/' }).publicUrl).toBe('https://a.example');
});

describe('in production', () => {
  test('development features are off', () => {
    shows('3.start.production.demo');
    expect(readEnvironment(production)).toMatchObject({
      production: true,
      host: '0.0.0.0',
      demo: false,
      pluginReleases: 5,
      devHostPort: undefined,
      corsOrigins: [],
      logLevel: 'info',
      outbox: false,
      turnstileStandIn: false,
      mailFrom: 'Quartermaster <no-reply@content.example.com>',
    });
  });

  test('they are on if enabled by name', () => {
    shows('3.start.production.demo', '3.start.production.secrets');
    const environment = readEnvironment({ ...production, DEMO: '1', DEV_HOST: '1' });
    expect(environment).toMatchObject({ demo: true, devHostPort: 4401 });
    const { SECRET_KEY: _, ...withoutSecret } = production;
    expect(problemsOf(withoutSecret)).toEqual([expect.stringContaining('SECRET_KEY must be set in production')]);
    expect(problemsOf({ ...withoutSecret, DEVELOPMENT_SECRET: '1' })).toEqual([]);
  });

  test.each(['http://content.example.com', 'http://10.0.0.7:4400', 'http://localhost.example.com'])(
    'the address %s is rejected unless explicitly allowed',
    (PUBLIC_URL) => {
      expect(problemsOf({ ...production, PUBLIC_URL })).toEqual([
        'PUBLIC_URL must be an address with https:// in production, also where a proxy ends TLS (or PLAIN_HTTP=1, to send passwords and sessions where anybody on the way reads them).',
      ]);
      expect(readEnvironment({ ...production, PUBLIC_URL, PLAIN_HTTP: '1' })).toMatchObject({ publicUrl: PUBLIC_URL });
    },
  );

  test.each(['http://localhost:4400', 'http://127.0.0.1:4400', 'http://[::1]:4400', 'https://content.example.com'])(
    'the address %s is accepted',
    (PUBLIC_URL) => {
      expect(problemsOf({ ...production, PUBLIC_URL })).toEqual([]);
    },
  );

  test.each([
    '0'.repeat(32),
    'ab'.repeat(20),
    'changeme'.repeat(5),
    'only for tests, only for tests, only for tests',
    '0123456789abcdef0123456789abcdef0123',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    '9876543210zyxwvutsrqponmlkjihgfedcba',
  ])('the guessable secret %j is rejected', (SECRET_KEY) => {
    expect(problemsOf({ ...production, SECRET_KEY })).toEqual([
      'SECRET_KEY must be random in production, and this one can be guessed. Make one with: openssl rand -base64 48',
    ]);
    expect(problemsOf({ SECRET_KEY })).toEqual([]);
  });

  test.each(['base64', 'base64url', 'hex'] as const)('random secrets are accepted, such as %s', (encoding) => {
    const draw = (seed: number) => createHash('sha256').update(String(seed)).digest(encoding).slice(0, 32);
    for (let seed = 0; seed < 500; seed++) expect(problemsOf({ ...production, SECRET_KEY: draw(seed) })).toEqual([]);
  });

  test('mails do not go to the outbox unless explicitly enabled', () => {
    shows('3.start.production.outbox');
    const { SMTP_URL: _, ...withoutMail } = production;
    expect(problemsOf(withoutMail)).toEqual([expect.stringContaining('SMTP_URL must be set')]);
    expect(problemsOf({ ...withoutMail, OUTBOX: '0' })).toEqual([expect.stringContaining('SMTP_URL must be set')]);
    expect(readEnvironment({ ...withoutMail, OUTBOX: '1' })).toMatchObject({ outbox: true, smtpUrl: undefined });
    expect(readEnvironment({ ...production, OUTBOX: '1' })).toMatchObject({ outbox: false });
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
  ['SMTP_URL', ['smtp://a.example:25', 'smtps://user:p%40ss@a.example'], ['a.example', 'https://a.example', 'x']],
  [
    'MAIL_FROM',
    ['a@b.example', 'Studio <a@b.example>', 'The Studio, Inc. <a@b.example>'],
    ['Studio', 'Studio <a>', 'a@b, c@d', '<a@b>, <c@d>'],
  ],
  ['FEEDBACK_EMAIL', ['a@b.example'], ['a', 'a b@c', 'Studio <a@b.example>']],
  ['SUPPORT_EMAIL', ['a@b.example'], ['a', 'a b@c', 'Studio <a@b.example>']],
  ['OUTBOX', ['1'], ['yes']],
  ['TURNSTILE_STAND_IN', ['0', '1'], ['yes']],
  ['OIDC_STAND_IN', ['0', '1'], ['yes']],
  ['WEBHOOK_PRIVATE', ['0', '1'], ['yes']],
  ['SENTRY_DSN', ['https://key@a.example/1'], ['key']],
  ['DEMO', ['0', '1'], ['true', 'no', '2']],
  ['LOG_LEVEL', ['debug', 'silent'], ['loud']],
  ['NODE_ENV', ['development', 'test'], ['prod']],
  [
    'TRUST_PROXY',
    ['1', '10.0.0.0/8', '127.0.0.1, ::1', 'loopback', 'fd00::/8'],
    ['yes', '10.0.0.0/33', '10.0.0', '1,', 'a.example'],
  ],
])('%s accepts %j and rejects %j', (name, good, bad) => {
  shows('3.start.env.secret-key', '3.start.env.sentry');
  for (const value of good) expect(problemsOf({ [name]: value })).toEqual([]);
  for (const value of bad)
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must`))]);
});

const paddle = {
  PADDLE_API_KEY: 'key',
  PADDLE_WEBHOOK_SECRET: 'secret',
  PADDLE_CLIENT_TOKEN: 'token',
  PADDLE_STARTER_PRICE: 'pri_1',
  PADDLE_TEAMS_PRICE: 'pri_2',
  PADDLE_PROJECT_PRICE: 'pri_3',
};

test('Paddle is configured completely or not at all', () => {
  shows('3.start.env.paddle');
  expect(readEnvironment(paddle).paddle).toEqual({
    apiKey: 'key',
    webhookSecret: 'secret',
    clientToken: 'token',
    environment: 'production',
    apiUrl: undefined,
    scriptUrl: 'https://cdn.paddle.com/paddle/v2/paddle.js',
    prices: { starter: 'pri_1', teams: 'pri_2', project: 'pri_3' },
  });
  for (const name of Object.keys(paddle))
    expect(problemsOf({ ...paddle, [name]: '' })).toEqual([expect.stringContaining('must be set together')]);
  expect(problemsOf({ ...paddle, PADDLE_ENVIRONMENT: 'test' })).toEqual([
    expect.stringContaining('PADDLE_ENVIRONMENT'),
  ]);
  const sandbox = { PADDLE_ENVIRONMENT: 'sandbox', PADDLE_API_URL: 'http://localhost:9/' };
  expect(readEnvironment({ ...paddle, ...sandbox }).paddle).toMatchObject({
    environment: 'sandbox',
    apiUrl: 'http://localhost:9',
  });
});

test('production runs with the billing simulator only if configured', () => {
  shows('3.start.production.billing');
  const { BILLING_SIMULATOR: _, ...unpaid } = production;
  expect(problemsOf(unpaid)).toEqual([expect.stringContaining('PADDLE_API_KEY must be set in production')]);
  expect(problemsOf({ ...unpaid, BILLING_SIMULATOR: '0' })).toHaveLength(1);
  expect(problemsOf({ ...unpaid, ...paddle })).toEqual([]);
  expect(problemsOf({ ...unpaid, BILLING_SIMULATOR: '1' })).toEqual([]);
});

test('cookies for another site require https', () => {
  expect(problemsOf({ COOKIE_SAMESITE: 'none' })).toEqual([expect.stringContaining('COOKIE_SAMESITE=none needs')]);
  expect(problemsOf({ COOKIE_SAMESITE: 'none', PUBLIC_URL: 'https://a.example' })).toEqual([]);
});

describe('the token exchange', () => {
  const sha256 = createHash('sha256').update('secret').digest('hex');
  const credential = { id: 'portal', sha256, domains: ['studio.example.com'] };
  const issuer = { issuer: 'https://id.example.com/', audience: 'portal', domains: ['*'] };
  const given = (credentials: unknown, issuers?: unknown) => ({
    TOKEN_EXCHANGE_CREDENTIALS: typeof credentials === 'string' ? credentials : JSON.stringify(credentials),
    ...(issuers !== undefined && { TOKEN_EXCHANGE_ISSUERS: JSON.stringify(issuers) }),
  });

  test('is configured by credentials, issuers or both', () => {
    const keys = { jwks: 'http://localhost:9/keys' };
    expect(
      readEnvironment(given([credential, credential], [issuer, { ...issuer, issuer: 'https://b.example', ...keys }]))
        .tokenExchange,
    ).toEqual({
      credentials: Array(2).fill({
        id: 'portal',
        secretHash: Buffer.from(sha256, 'hex'),
        domains: ['studio.example.com'],
      }),
      issuers: [
        { ...issuer, jwksUrl: undefined },
        { issuer: 'https://b.example', audience: 'portal', domains: ['*'], jwksUrl: keys.jwks },
      ],
    });
    expect(readEnvironment(given('', [issuer])).tokenExchange).toMatchObject({ credentials: [] });
  });

  test.each<[string, string, Record<string, string>]>([
    ['that are no JSON', 'TOKEN_EXCHANGE_CREDENTIALS must be a JSON list', given('portal:secret')],
    ['that are no list', 'TOKEN_EXCHANGE_CREDENTIALS must be a JSON list', given(credential)],
    ['that are an empty list', 'TOKEN_EXCHANGE_CREDENTIALS must be a JSON list', given([])],
    ['with an id with a colon', '"id" of entry 2', given([credential, { ...credential, id: 'a:b' }])],
    ['with a secret in place of its hash', '"sha256" of entry 1', given([{ ...credential, sha256: 'secret' }])],
    [
      'with a secret beside its hash',
      'entry 1 may only have id, sha256, domains',
      given([{ ...credential, secret: 'x' }]),
    ],
    ['for no domains', '"domains" of entry 1', given([{ ...credential, domains: [] }])],
    ['without domains', '"domains" of entry 1', given([{ id: 'portal', sha256 }])],
    ['for all domains and one', '"domains" of entry 1', given([{ ...credential, domains: ['*', 'a.example'] }])],
    ['for a pattern of domains', '"domains" of entry 1', given([{ ...credential, domains: ['*.example.com'] }])],
    ['for a domain in upper case', '"domains" of entry 1', given([{ ...credential, domains: ['Example.com'] }])],
    ['with an issuer without TLS', '"issuer" of entry 1', given('', [{ ...issuer, issuer: 'http://id.example.com' }])],
    ['with keys without TLS', '"jwks" of entry 1', given('', [{ ...issuer, jwks: 'http://id.example.com/keys' }])],
    ['with an issuer without an audience', '"audience" of entry 1', given('', [{ ...issuer, audience: '' }])],
    ['with an issuer twice', 'TOKEN_EXCHANGE_ISSUERS must name each issuer once', given('', [issuer, issuer])],
  ])('is not configured by entries %s, and the error repeats no value', (_, problem, variables) => {
    const problems = problemsOf(variables);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    for (const value of [sha256, ': secret', 'portal:']) expect(problems.join()).not.toContain(value);
  });
});

describe('the company sign-in of a server', () => {
  const oidc = {
    OIDC_ISSUER: 'https://id.example.com/',
    OIDC_CLIENT_ID: 'quartermaster',
    OIDC_CLIENT_SECRET: 'hidden',
    OIDC_DOMAINS: 'a.example, b.example',
  };

  test('is configured by its variables', () => {
    shows('5.company.server');
    expect(readEnvironment({ ...oidc, OIDC_NAME: 'Studio' }).oidc).toEqual({
      issuer: 'https://id.example.com/',
      clientId: 'quartermaster',
      clientSecret: 'hidden',
      domains: ['a.example', 'b.example'],
      name: 'Studio',
      portalClientId: '',
    });
    expect(readEnvironment(oidc).oidc?.name).toBe('your company');
  });

  test.each<[string, string, Record<string, string>]>([
    ['without a secret', 'must be set together', { OIDC_CLIENT_SECRET: '' }],
    ['without domains', 'must be set together', { OIDC_DOMAINS: '' }],
    ['with a pattern of domains', 'OIDC_DOMAINS must be', { OIDC_DOMAINS: '*' }],
    ['without TLS', 'OIDC_ISSUER must be', { OIDC_ISSUER: 'http://id.example.com' }],
    ['for all tenants', 'OIDC_ISSUER must be', { OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }],
  ])('is refused %s, and the error repeats no value', (_, problem, changed) => {
    const problems = problemsOf({ ...oidc, ...changed });
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems.join()).not.toContain('hidden');
  });

  test('has a stand-in only where it is asked for in production', () => {
    shows('5.company.stand-in');
    expect(readEnvironment(production).oidcStandIn).toBe(false);
    expect(readEnvironment({ ...production, OIDC_STAND_IN: '1' }).oidcStandIn).toBe(true);
  });
});

test('human verification needs both keys, and uses Cloudflare by default', () => {
  shows('3.session.challenge.script-address', '3.session.challenge.siteverify-address', '3.start.env.turnstile');
  const keys = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' };
  const missing = [expect.stringContaining('TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY must be set together')];
  expect(problemsOf({ TURNSTILE_SITE_KEY: 'site' })).toEqual(missing);
  expect(problemsOf({ TURNSTILE_SECRET_KEY: 'secret' })).toEqual(missing);
  expect(problemsOf({ TURNSTILE_SCRIPT_URL: 'https://a.example/api.js' })).toEqual(missing);
  expect(problemsOf({ ...keys, TURNSTILE_VERIFY_URL: 'a.example' })).toEqual([
    expect.stringMatching(/^TURNSTILE_VERIFY_URL must/),
  ]);
  expect(readEnvironment(keys).turnstile).toEqual({
    siteKey: 'site',
    secretKey: 'secret',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  });
  const urls = { TURNSTILE_SCRIPT_URL: 'https://a.example/s.js', TURNSTILE_VERIFY_URL: 'https://b.example/verify' };
  expect(readEnvironment({ ...keys, ...urls }).turnstile).toMatchObject({
    scriptUrl: urls.TURNSTILE_SCRIPT_URL,
    verifyUrl: urls.TURNSTILE_VERIFY_URL,
  });
});

test('a stand-in for human verification has the server’s address', () => {
  expect(readEnvironment({ TURNSTILE_STAND_IN: '1', PORT: '5000', PUBLIC_URL: 'https://a.example' }).turnstile).toEqual(
    {
      siteKey: 'stand-in',
      secretKey: 'stand-in',
      scriptUrl: 'https://a.example/dev/turnstile/api.js',
      verifyUrl: 'http://localhost:5000/dev/turnstile/siteverify',
    },
  );
});

test('a server waits for migrations only with a PostgreSQL', () => {
  expect(problemsOf({ MIGRATIONS: 'wait' })).toEqual(['MIGRATIONS=wait needs a DATABASE_URL.']);
  expect(readEnvironment({ MIGRATIONS: 'wait', DATABASE_URL: 'postgres://a.example/b' }).migrations).toBe('wait');
});

test('spans are sent to a collector, by the protocol that is there', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' };
  expect(readEnvironment(endpoint).sendsTraces).toBe(true);
  expect(readEnvironment({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).sendsTraces).toBe(false);
  expect(problemsOf({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toEqual([
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, the only one here.',
  ]);
});

test('a bucket needs its name, and both keys or neither', () => {
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

/** What the lines of an example start: the variables of the server, after programs that do nothing. */
function startedBy(lines: string): Record<string, string> {
  const programs = temporaryFolder();
  onTestFinished(cleanUp);
  const stand = {
    git: 'mkdir quartermaster',
    npm: ':',
    node: `exec ${process.execPath} -p 'JSON.stringify(process.env)'`,
  };
  for (const [name, line] of Object.entries(stand))
    writeFileSync(join(programs, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  const env = { PATH: [programs, process.env.PATH].join(delimiter) };
  return JSON.parse(execFileSync('sh', ['-ec', lines], { cwd: programs, env, encoding: 'utf8' }));
}

test('the variables with which the documents start the server are accepted', () => {
  const hosting = examplesIn('docs/self-hosting.md');
  const readme = examplesIn('README.md').take('sh', 'NODE_ENV=production');
  const start = hosting.take('sh', 'git clone').replace('<this repository>', 'repository');
  for (const lines of [start, readme]) {
    const { PATH: _, PWD: __, OLDPWD: ___, SHLVL: ____, ...variables } = startedBy(lines);
    expect(readEnvironment(variables)).toMatchObject({ production: true, publicUrl: 'https://content.example.com' });
  }
  const exchange = startedBy(`set -a\n${hosting.take('sh', 'TOKEN_EXCHANGE')}node`);
  const { TOKEN_EXCHANGE_CREDENTIALS = '', TOKEN_EXCHANGE_ISSUERS = '' } = exchange;
  expect(readEnvironment({ TOKEN_EXCHANGE_CREDENTIALS, TOKEN_EXCHANGE_ISSUERS }).tokenExchange).toMatchObject({
    credentials: [{ id: 'portal' }],
    issuers: [{ audience: 'portal' }],
  });
  expect(readEnvironment(startedBy(`set -a\n${hosting.take('sh', 'OIDC_ISSUER')}node`)).oidc).toMatchObject({
    issuer: 'https://id.example.com/realms/studio',
    name: 'Studio account',
  });
  // Run in backup-command.test.ts.
  for (const command of ['main.js backup', 'main.js export-workspace', 'main.js remove-second-factor'])
    hosting.take('sh', command);
  expect(hosting.left()).toEqual([]);
});

test.each(['README.md', 'docs/self-hosting.md'])('%s lists every variable', (document) => {
  shows('3.start.env.readme');
  const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');
  expect(Object.keys(variables).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
