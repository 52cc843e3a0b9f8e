import {
  type Bucket,
  readBucket,
  readDatabaseUrls,
  readEmail,
  readOrigins,
  readProxies,
  readSender,
  readTurnstile,
  type TurnstileSettings,
} from './environment-readers.ts';
import { isLoopback } from './loopback.ts';
import { readOidc, type ServerOidc } from './read-oidc.ts';
import { type PaddleSettings, readPaddle } from './read-paddle.ts';
import { readTokenExchange, type TokenExchangeSettings } from './read-token-exchange.ts';
import { isGuessable } from './secret-strength.ts';
import { createVariableReader } from './variable-reader.ts';

/** The server's configuration, read and validated once at start. */
export interface Environment {
  production: boolean;
  host: string;
  port: number;
  /** The URL at which browsers reach the server, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** `undefined`: the embedded database in the data folder is used. */
  databaseUrl: string | undefined;
  /** Who migrates the database: this server as it starts, this process and nothing else, or one that this server waits for. */
  migrations: 'start' | 'only' | 'wait';
  /** Standbys of the database that reads may go to. */
  databaseReplicaUrls: readonly string[];
  databaseConnections: number;
  /** Timeout of a database statement of a request on PostgreSQL, in milliseconds. */
  databaseTimeout: number;
  /** Bytes reserved on the disk of the data folder. */
  minFreeSpace: number;
  /** How long a request may take to arrive, in milliseconds. */
  requestTimeout: number;
  /** How long running requests may take to finish when the server stops, in milliseconds. */
  stopTimeout: number;
  /** Maximum total size of large request bodies being received or processed at the same time, in bytes. */
  bodyBytes: number;
  /** `undefined`: one is generated and stored in the data folder. */
  secretKey: string | undefined;
  corsOrigins: readonly string[];
  cookieSameSite: 'lax' | 'none';
  tokenExchange: TokenExchangeSettings;
  /** `undefined`: there is no company sign-in for the whole server. */
  oidc: ServerOidc | undefined;
  /** Whether this server provides a stand-in for an OpenID provider under `/dev/oidc`. */
  oidcStandIn: boolean;
  /** Fastify's `trustProxy`: the number of proxies in front, or the addresses that are trusted. */
  trustProxy: number | string | false;
  logLevel: string;
  demo: boolean;
  /** The number of stored releases of the plugin. */
  pluginReleases: number;
  /** `undefined`: no dev host is served. */
  devHostPort: number | undefined;
  /** The address that the metrics listen on. */
  metricsHost: string;
  /** True if spans are sent to a collector of OpenTelemetry, which its library finds in the environment. */
  sendsTraces: boolean;
  /** The port of the metrics; undefined for none. */
  metricsPort: number | undefined;
  /** `undefined`: files are stored in the data folder. */
  bucket: Bucket | undefined;
  /** `undefined`: mails are stored in the outbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The recipient of feedback mails. */
  feedbackEmail: string | undefined;
  /** The contact that the console shows to users who need help. */
  supportEmail: string;
  /** Whether mails are stored and can be read at `/dev/outbox`. */
  outbox: boolean;
  /** `undefined`: no human verification. */
  turnstile: TurnstileSettings | undefined;
  /** Whether this server provides a stand-in for human verification under `/dev/turnstile`. */
  turnstileStandIn: boolean;
  /** `undefined`: the billing simulator is used. */
  paddle: PaddleSettings | undefined;
  /** Whether webhooks are sent to private addresses, and without TLS. */
  webhookPrivate: boolean;
  /** The origin of the frames of extensions; `undefined`: `publicUrl`. */
  extensionsUrl: string | undefined;
  /** Where the console reports errors; `undefined`: nowhere. */
  sentryDsn: string | undefined;
  /** The folder with the built console, plugin and dev host. */
  distDir: string;
  /** The URL of the Vite dev server for the console, plugin and dev host. */
  devConsole: string | undefined;
  devPlugin: string | undefined;
  devHost: string | undefined;
}

const megabyte = 1024 * 1024;

/** The environment is invalid; `problems` has one sentence for each invalid variable. */
export class EnvironmentError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Reads and validates all variables and reports all problems together. Empty variables count as unset. */
export function readEnvironment(env: Record<string, string | undefined>, distDir = 'dist'): Environment {
  const reader = createVariableReader(env);
  const production = reader.oneOf('NODE_ENV', 'development', 'production', 'development', 'test') === 'production';
  const address = readAddress(reader, production);
  const environment: Environment = {
    production,
    ...address,
    secretKey: readSecretKey(reader, production),
    ...readLimits(reader, production),
    ...readMails(reader, { ...address, production }),
    ...readServices(reader, { ...address, production }),
    dataDir: reader.text('DATA_DIR') ?? '.data',
    ...readDatabase(reader),
    sendsTraces: readTraces(reader),
    logLevel: reader.oneOf(
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
    demo: reader.flag('DEMO', !production),
    distDir,
    devConsole: env.QM_DEV_VITE,
    devPlugin: env.QM_DEV_PLUGIN_VITE,
    devHost: env.QM_DEV_HOST_VITE,
  };
  if (reader.problems.length > 0) throw new EnvironmentError(reader.problems);
  return environment;
}

type Reader = ReturnType<typeof createVariableReader>;

/** Where the server listens, and who may call it from where. */
function readAddress({ refuse, text, parse, number, flag, oneOf, url }: Reader, production: boolean) {
  const port = number('PORT', 4400, 0, 65_535);
  const publicUrl = url('PUBLIC_URL', 'http:', 'https:');
  if (production && !publicUrl) refuse('PUBLIC_URL must be set in production, e.g. https://content.example.com.');
  const plainHttp = flag('PLAIN_HTTP', false);
  if (production && !plainHttp && publicUrl?.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname)) {
    refuse(
      'PUBLIC_URL must be an address with https:// in production, also where a proxy ends TLS (or PLAIN_HTTP=1, to send passwords and sessions where anybody on the way reads them).',
    );
  }
  const devHostPort = flag('DEV_HOST', !production) ? number('DEV_HOST_PORT', 4401, 0, 65_535) : undefined;
  const cookieSameSite = oneOf('COOKIE_SAMESITE', 'lax', 'lax', 'none');
  if (cookieSameSite === 'none' && !publicUrl?.startsWith('https:'))
    refuse('COOKIE_SAMESITE=none needs a PUBLIC_URL with https://.');
  return {
    host: text('HOST') ?? (production ? '0.0.0.0' : 'localhost'),
    port,
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    devHostPort,
    metricsHost: text('METRICS_HOST') ?? 'localhost',
    metricsPort: text('METRICS_PORT') === undefined ? undefined : number('METRICS_PORT', 0, 1, 65_535),
    cookieSameSite,
    corsOrigins: parse(
      'CORS_ORIGINS',
      devHostPort === undefined ? [] : [`http://localhost:${devHostPort}`],
      readOrigins,
      'exact origins such as https://portal.example.com, separated by commas',
    ),
    tokenExchange: readTokenExchange(text, refuse),
    oidc: readOidc(text, refuse),
    oidcStandIn: flag('OIDC_STAND_IN', !production),
    trustProxy: parse<number | string | false>(
      'TRUST_PROXY',
      false,
      readProxies,
      'a number, or addresses such as 10.0.0.0/8, separated by commas',
    ),
  };
}

function readDatabase({ refuse, url, oneOf, parse }: Reader) {
  const databaseUrl = url('DATABASE_URL', 'postgres:', 'postgresql:');
  const migrations = oneOf('MIGRATIONS', 'start', 'start', 'only', 'wait');
  if (migrations === 'wait' && !databaseUrl) refuse('MIGRATIONS=wait needs a DATABASE_URL.');
  const databaseReplicaUrls = parse(
    'DATABASE_REPLICA_URL',
    [],
    readDatabaseUrls,
    'addresses with postgres:// or postgresql://, separated by commas',
  );
  if (databaseReplicaUrls.length > 0 && !databaseUrl)
    refuse('DATABASE_REPLICA_URL needs a DATABASE_URL: the embedded database has no replicas.');
  return { databaseUrl, databaseReplicaUrls, migrations };
}

function readTraces({ refuse, text, url }: Reader): boolean {
  const endpoint = url('OTEL_EXPORTER_OTLP_ENDPOINT', 'http:', 'https:');
  const protocol = text('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol !== 'http/protobuf') refuse('OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, the only one here.');
  return endpoint !== undefined && text('OTEL_SDK_DISABLED') !== 'true';
}

function readSecretKey({ refuse, text, flag }: Reader, production: boolean): string | undefined {
  const secretKey = text('SECRET_KEY');
  if (secretKey !== undefined && secretKey.length < 32) refuse('SECRET_KEY must have at least 32 characters.');
  else if (production && secretKey !== undefined && isGuessable(secretKey))
    refuse(
      'SECRET_KEY must be random in production, and this one can be guessed. Make one with: openssl rand -base64 48',
    );
  if (production && !secretKey && !flag('DEVELOPMENT_SECRET', false)) {
    refuse(
      'SECRET_KEY must be set in production, to at least 32 random characters (or DEVELOPMENT_SECRET=1, to run on one that the server makes).',
    );
  }
  return secretKey;
}

const readLimits = ({ number }: Reader, production: boolean) => ({
  databaseConnections: number('DATABASE_CONNECTIONS', 20, 2, 1000),
  databaseTimeout: number('DATABASE_TIMEOUT', 20, 1, 3600) * 1000,
  minFreeSpace: number('MIN_FREE_SPACE', 256, 0, 1_000_000) * megabyte,
  requestTimeout: number('REQUEST_TIMEOUT', 120, 1, 3600) * 1000,
  stopTimeout: number('STOP_TIMEOUT', 5, 0, 3600) * 1000,
  bodyBytes: number('BODY_MEMORY', 32, 8, 100_000) * megabyte,
  pluginReleases: number('PLUGIN_RELEASES', production ? 5 : 0, 0, 100),
});

/** What the other variables depend on. */
interface Known {
  production: boolean;
  port: number;
  publicUrl: string;
}

function readMails({ refuse, text, parse, flag, url }: Reader, { production, publicUrl }: Known) {
  const smtpUrl = url('SMTP_URL', 'smtp:', 'smtps:');
  const outbox = !smtpUrl && flag('OUTBOX', !production);
  if (!smtpUrl && !outbox && !text('SMTP_URL')) {
    refuse(
      'SMTP_URL must be set, e.g. smtps://user:password@mail.example.com (or OUTBOX=1, to keep mails where anybody can read them).',
    );
  }
  const { hostname } = new URL(publicUrl);
  return {
    smtpUrl,
    outbox,
    mailFrom: parse(
      'MAIL_FROM',
      `Quartermaster <no-reply@${hostname}>`,
      readSender,
      'an address such as Studio <no-reply@example.com>',
    ),
    feedbackEmail: parse<string | undefined>(
      'FEEDBACK_EMAIL',
      undefined,
      readEmail,
      'an address such as team@example.com',
    ),
    supportEmail: parse('SUPPORT_EMAIL', `support@${hostname}`, readEmail, 'an address such as support@example.com'),
  };
}

/** Payments, files, human verification, webhooks and error reports. */
function readServices({ refuse, text, flag, oneOf, url }: Reader, { production, port, publicUrl }: Known) {
  const paddle = readPaddle(
    text,
    {
      environment: oneOf('PADDLE_ENVIRONMENT', 'production', 'production', 'sandbox'),
      apiUrl: url('PADDLE_API_URL', 'http:', 'https:'),
      scriptUrl: url('PADDLE_SCRIPT_URL', 'http:', 'https:'),
    },
    refuse,
  );
  const simulator = flag('BILLING_SIMULATOR', false);
  if (production && !text('PADDLE_API_KEY') && !simulator) {
    refuse('PADDLE_API_KEY must be set in production (or BILLING_SIMULATOR=1, to give every plan away for free).');
  }
  const turnstileStandIn = flag('TURNSTILE_STAND_IN', false);
  return {
    paddle,
    bucket: readBucket(text, flag('S3_FORCE_PATH_STYLE', false), url('S3_ENDPOINT', 'http:', 'https:'), refuse),
    turnstileStandIn,
    turnstile: readTurnstile(
      text,
      {
        scriptUrl: url('TURNSTILE_SCRIPT_URL', 'http:', 'https:'),
        verifyUrl: url('TURNSTILE_VERIFY_URL', 'http:', 'https:'),
      },
      turnstileStandIn ? { browser: publicUrl, server: `http://localhost:${port}` } : undefined,
      refuse,
    ),
    webhookPrivate: flag('WEBHOOK_PRIVATE', false),
    extensionsUrl: url('EXTENSIONS_URL', 'http:', 'https:'),
    sentryDsn: url('SENTRY_DSN', 'http:', 'https:'),
  };
}
