/** Every environment variable of the server, with its description in the documentation. */
export const variables = {
  NODE_ENV: '`production` refuses whatever is meant for development unless it is asked for by name',
  HOST: 'Address to listen on (`localhost`; in production `0.0.0.0`)',
  PORT: 'Port of console and API (`4400`)',
  PUBLIC_URL: 'Where browsers reach the server (`http://localhost:PORT`); required in production, with https://',
  PLAIN_HTTP:
    '`1` lets production run at a PUBLIC_URL with http://, where anybody on the way reads passwords and sessions (`0`)',
  DATA_DIR: 'Folder of the embedded database, of files and of the generated secret (`.data`)',
  DATABASE_URL: 'A PostgreSQL 15 or newer; without it the embedded one is used',
  DATABASE_CONNECTIONS: 'Most connections to PostgreSQL (`20`)',
  DATABASE_TIMEOUT:
    'Seconds that PostgreSQL may take for a statement of a call (`20`); jobs and changes of templates get 10 minutes',
  MIN_FREE_SPACE: 'Megabytes that stay free on the disk of DATA_DIR: below, nothing is saved there any more (`256`)',
  REQUEST_TIMEOUT: 'Seconds that a request may take to arrive (`120`)',
  STOP_TIMEOUT: 'Seconds that requests in flight may go on once the server stops (`5`)',
  BODY_MEMORY: 'Megabytes of large request bodies that are received and worked on at once (`32`); more are refused',
  SECRET_KEY:
    'At least 32 random characters (`openssl rand -base64 48`), the same on all servers; required in production, else made and kept in DATA_DIR',
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
/** The name of a variable. */
export type Variable = keyof typeof variables;
