import {
  readBucket,
  readEmail,
  readOrigins,
  readProxies,
  readSender,
  readTurnstile,
  type TurnstileSettings,
} from './environment-readers.ts';
import type { Bucket } from './files.ts';

/** What the server is told from outside, read and checked once at start. */
export interface Environment {
  production: boolean;
  host: string;
  port: number;
  /** Where browsers reach the server, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** `undefined`: the embedded database in the data folder. */
  databaseUrl: string | undefined;
  databaseConnections: number;
  /** `undefined`: one is made and kept in the data folder. */
  secretKey: string | undefined;
  corsOrigins: readonly string[];
  cookieSameSite: 'lax' | 'none';
  /** As Fastify takes it: how many proxies stand in front, or whose addresses are believed. */
  trustProxy: number | string | false;
  logLevel: string;
  demo: boolean;
  /** `undefined`: no dev host is served. */
  devHostPort: number | undefined;
  /** `undefined`: files are kept in the data folder. */
  bucket: Bucket | undefined;
  /** `undefined`: mails are kept in the outbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Who is mailed what people say of the product. */
  feedbackEmail: string | undefined;
  /** Where the console sends people who need help. */
  supportEmail: string;
  /** Whether mails are kept to be read at `/dev/outbox`. */
  outbox: boolean;
  /** `undefined`: nobody has to prove that they are human. */
  turnstile: TurnstileSettings | undefined;
  /** Whether this server plays the human verification itself, under `/dev/turnstile`. */
  turnstileStandIn: boolean;
  /** Where the console reports errors; `undefined`: nowhere. */
  sentryDsn: string | undefined;
  /** Where the build left the console, the plugin and the dev host. */
  distDir: string;
  /** Where Vite serves the console, the plugin and the dev host while they are worked on. */
  devConsole: string | undefined;
  devPlugin: string | undefined;
  devHost: string | undefined;
}

/** The environment is not usable; `problems` has one sentence for each variable that is wrong. */
export class EnvironmentError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Every variable of the server, with the sentence that the documents list. */
export const variables = {
  NODE_ENV: '`production` refuses whatever is meant for development unless it is asked for by name',
  HOST: 'Address to listen on (`localhost`; in production `0.0.0.0`)',
  PORT: 'Port of console and API (`4400`)',
  PUBLIC_URL: 'Where browsers reach the server (`http://localhost:PORT`); required in production',
  DATA_DIR: 'Folder of the embedded database, of files and of the generated secret (`.data`)',
  DATABASE_URL: 'A PostgreSQL 15 or newer; without it the embedded one is used',
  DATABASE_CONNECTIONS: 'Most connections to PostgreSQL (`20`)',
  SECRET_KEY:
    'At least 32 random characters, the same on all servers; required in production, else made and kept in DATA_DIR',
  DEVELOPMENT_SECRET: '`1` lets production run on a secret that the server made itself',
  CORS_ORIGINS: "Comma-separated exact origins that may call the API with credentials (the dev host's)",
  COOKIE_SAMESITE: '`lax`, or `none` where the console is embedded on another site; that needs https',
  TRUST_PROXY: 'How many proxies stand in front, or their addresses, comma-separated (none)',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (`warn`; in production `info`)',
  DEMO: '`1` loads the demo workspace into an empty database, `0` does not (`1`; in production `0`)',
  DEV_HOST: '`1` serves the dev host, `0` does not (`1`; in production `0`)',
  DEV_HOST_PORT: 'Port of the dev host (`4401`)',
  SMTP_URL: 'Mail server, e.g. `smtps://user:password@mail.example.com`; without it mails are kept in the outbox',
  MAIL_FROM: 'Sender of mails (`Quartermaster <no-reply@HOST>` with the host of PUBLIC_URL)',
  FEEDBACK_EMAIL: 'Address that gets the feedback of users (none; it is kept in the database anyway)',
  SUPPORT_EMAIL:
    'Address that people are told to write to when they need help (`support@HOST` with the host of PUBLIC_URL)',
  OUTBOX:
    '`1` keeps mails in the database and shows them to anybody at `/dev/outbox` where there is no SMTP_URL (`1`; in production `0`)',
  TURNSTILE_SITE_KEY: 'Site key of Cloudflare Turnstile; without it nobody has to prove that they are human',
  TURNSTILE_SECRET_KEY: 'Secret key of Turnstile, together with TURNSTILE_SITE_KEY',
  TURNSTILE_SCRIPT_URL: "Script of the widget (Cloudflare's)",
  TURNSTILE_VERIFY_URL: "Address that checks answers (Cloudflare's)",
  TURNSTILE_STAND_IN: '`1` has this server play Turnstile itself, to try it out; it keeps nobody away (`0`)',
  SENTRY_DSN: 'Where the console reports errors, a DSN of Sentry (nowhere)',
  S3_BUCKET: 'Bucket to keep files in; without it they are kept in DATA_DIR',
  S3_REGION: 'Region of the bucket (`us-east-1`)',
  S3_ENDPOINT: 'Address of a service that speaks the S3 protocol (Amazon)',
  S3_ACCESS_KEY_ID: "Key of the bucket, together with S3_SECRET_ACCESS_KEY (the machine's role)",
  S3_SECRET_ACCESS_KEY: 'Secret of the key',
  S3_FORCE_PATH_STYLE: '`1` names the bucket in the path instead of the host name (`0`)',
} as const;
type Variable = keyof typeof variables;

/** Reads and checks all variables; every problem is told at once. Empty variables count as unset. */
export function readEnvironment(env: Record<string, string | undefined>, distDir = 'dist'): Environment {
  const problems: string[] = [];
  const refuse = (problem: string) => {
    problems.push(problem);
    return undefined;
  };
  const text = (name: Variable) => env[name]?.trim() || undefined;
  const parse = <T>(name: Variable, fallback: T, read: (value: string) => T | undefined, wanted: string): T => {
    const value = text(name);
    if (value === undefined) return fallback;
    const parsed = read(value);
    return parsed === undefined ? (refuse(`${name} must be ${wanted}.`) ?? fallback) : parsed;
  };
  const number = (name: Variable, fallback: number, from: number, to: number) =>
    parse(
      name,
      fallback,
      (value) => (/^\d{1,9}$/.test(value) && +value >= from && +value <= to ? +value : undefined),
      `a whole number from ${from} to ${to}`,
    );
  const flag = (name: Variable, fallback: boolean) =>
    parse(name, fallback, (value) => ({ 0: false, 1: true })[value], '1 or 0');
  const oneOf = <T extends string>(name: Variable, fallback: T, ...values: T[]) =>
    parse(name, fallback, (value) => values.find((known) => known === value), `one of ${values.join(', ')}`);
  const url = (name: Variable, ...protocols: string[]) =>
    parse<string | undefined>(
      name,
      undefined,
      (value) => (protocols.includes(URL.parse(value)?.protocol ?? '') ? value.replace(/\/+$/, '') : undefined),
      `an address with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );

  const production = oneOf('NODE_ENV', 'development', 'production', 'development', 'test') === 'production';
  const port = number('PORT', 4400, 0, 65_535);
  const publicUrl = url('PUBLIC_URL', 'http:', 'https:');
  if (production && !publicUrl) refuse('PUBLIC_URL must be set in production, e.g. https://content.example.com.');
  const devHostPort = flag('DEV_HOST', !production) ? number('DEV_HOST_PORT', 4401, 0, 65_535) : undefined;
  const secretKey = text('SECRET_KEY');
  if (secretKey !== undefined && secretKey.length < 32) refuse('SECRET_KEY must have at least 32 characters.');
  if (production && !secretKey && !flag('DEVELOPMENT_SECRET', false)) {
    refuse(
      'SECRET_KEY must be set in production, to at least 32 random characters (or DEVELOPMENT_SECRET=1, to run on one that the server makes).',
    );
  }
  const cookieSameSite = oneOf('COOKIE_SAMESITE', 'lax', 'lax', 'none');
  if (cookieSameSite === 'none' && !publicUrl?.startsWith('https:'))
    refuse('COOKIE_SAMESITE=none needs a PUBLIC_URL with https://.');
  const corsOrigins = parse(
    'CORS_ORIGINS',
    devHostPort === undefined ? [] : [`http://localhost:${devHostPort}`],
    readOrigins,
    'exact origins such as https://portal.example.com, separated by commas',
  );

  const smtpUrl = url('SMTP_URL', 'smtp:', 'smtps:');
  const outbox = !smtpUrl && flag('OUTBOX', !production);
  if (!smtpUrl && !outbox && !text('SMTP_URL')) {
    refuse(
      'SMTP_URL must be set, e.g. smtps://user:password@mail.example.com (or OUTBOX=1, to keep mails where anybody can read them).',
    );
  }
  const turnstileStandIn = flag('TURNSTILE_STAND_IN', false);

  const environment: Environment = {
    production,
    host: text('HOST') ?? (production ? '0.0.0.0' : 'localhost'),
    port,
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    dataDir: text('DATA_DIR') ?? '.data',
    databaseUrl: url('DATABASE_URL', 'postgres:', 'postgresql:'),
    databaseConnections: number('DATABASE_CONNECTIONS', 20, 2, 1000),
    secretKey,
    corsOrigins,
    cookieSameSite,
    trustProxy: parse<number | string | false>(
      'TRUST_PROXY',
      false,
      readProxies,
      'a number, or addresses such as 10.0.0.0/8, separated by commas',
    ),
    logLevel: oneOf(
      'LOG_LEVEL',
      production ? 'info' : 'warn',
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ),
    demo: flag('DEMO', !production),
    devHostPort,
    bucket: readBucket(text, flag('S3_FORCE_PATH_STYLE', false), url('S3_ENDPOINT', 'http:', 'https:'), refuse),
    smtpUrl,
    mailFrom: parse(
      'MAIL_FROM',
      `Quartermaster <no-reply@${new URL(publicUrl ?? 'http://localhost').hostname}>`,
      readSender,
      'an address such as Studio <no-reply@example.com>',
    ),
    feedbackEmail: parse<string | undefined>(
      'FEEDBACK_EMAIL',
      undefined,
      readEmail,
      'an address such as team@example.com',
    ),
    supportEmail: parse(
      'SUPPORT_EMAIL',
      `support@${new URL(publicUrl ?? 'http://localhost').hostname}`,
      readEmail,
      'an address such as support@example.com',
    ),
    outbox,
    turnstile: readTurnstile(
      text,
      {
        scriptUrl: url('TURNSTILE_SCRIPT_URL', 'http:', 'https:'),
        verifyUrl: url('TURNSTILE_VERIFY_URL', 'http:', 'https:'),
      },
      turnstileStandIn
        ? { browser: publicUrl ?? `http://localhost:${port}`, server: `http://localhost:${port}` }
        : undefined,
      refuse,
    ),
    turnstileStandIn,
    sentryDsn: url('SENTRY_DSN', 'http:', 'https:'),
    distDir,
    devConsole: env.QM_DEV_VITE,
    devPlugin: env.QM_DEV_PLUGIN_VITE,
    devHost: env.QM_DEV_HOST_VITE,
  };
  if (problems.length > 0) throw new EnvironmentError(problems);
  return environment;
}
