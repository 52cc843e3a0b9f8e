/** Every environment variable of the server, with its description in the documentation. */
export const variables = {
  NODE_ENV: '`production` rejects development features unless they are enabled explicitly',
  HOST: 'Address to listen on (`localhost`; in production `0.0.0.0`)',
  PORT: 'Port of console and API (`4400`)',
  PUBLIC_URL:
    'Address at which browsers reach the server (`http://localhost:PORT`); required in production, with https://',
  PLAIN_HTTP:
    '`1` lets production run at a PUBLIC_URL with http://, where passwords and sessions can be read on the network (`0`)',
  DATA_DIR: 'Folder of the embedded database, files and the generated secret (`.data`)',
  DATABASE_URL: 'A PostgreSQL 15 or newer with ICU and a database in UTF-8; without it the embedded one is used',
  DATABASE_REPLICA_URL:
    'Streaming standbys of that PostgreSQL, comma-separated, which answer reads; the same on all servers (none)',
  DATABASE_CONNECTIONS:
    'Maximum number of connections to PostgreSQL (`20`), besides one that is notified of jobs, and to each replica',
  DATABASE_TIMEOUT: 'Timeout of a statement in a call, in seconds (`20`); jobs and template changes have 10 minutes',
  MIGRATIONS:
    'Who migrates the database after an upgrade: each server as it starts (`start`), or a process that ends then (`only`) while servers wait for it (`wait`)',
  MIN_FREE_SPACE: 'Free megabytes on the disk of DATA_DIR below which saves are rejected (`256`)',
  REQUEST_TIMEOUT: 'Seconds within which a request has to arrive (`120`)',
  STOP_TIMEOUT: 'Seconds for which requests in flight may continue when the server stops (`5`)',
  BODY_MEMORY:
    'Megabytes of large request bodies that are received and processed concurrently (`32`); more are rejected',
  SECRET_KEY:
    'At least 32 random characters (`openssl rand -base64 48`), the same on all servers; required in production, otherwise generated and stored in DATA_DIR',
  DEVELOPMENT_SECRET: '`1` lets production run with a generated secret',
  CORS_ORIGINS:
    "Comma-separated exact origins that may call the API with credentials (the dev host's; a value replaces it)",
  COOKIE_SAMESITE: '`lax`, or `none` if the console is embedded on another site, which requires https',
  TOKEN_EXCHANGE_CREDENTIALS: 'Service credentials of portals that exchange tokens, as JSON (none)',
  TOKEN_EXCHANGE_ISSUERS: 'OIDC issuers whose id tokens can be exchanged, as JSON (none)',
  OIDC_ISSUER: 'OpenID provider by which people of the whole server sign in, as in its tokens (none)',
  OIDC_CLIENT_ID: 'Client id of this server at the provider, together with OIDC_ISSUER',
  OIDC_CLIENT_SECRET: 'Secret of this client',
  OIDC_NAME: 'What the button on the sign-in page calls the provider (`your company`)',
  OIDC_DOMAINS: 'Comma-separated domains of the email addresses that the provider may assert',
  OIDC_PORTAL_CLIENT_ID: 'Client id of a portal at the same provider, whose id tokens can be exchanged (none)',
  OIDC_STAND_IN:
    '`1` makes this server simulate an OpenID provider, to try company sign-in out: anybody signs in as anyone whose workspace uses it (`1`; in production `0`)',
  TRUST_PROXY: 'Number of proxies in front of the server, or their addresses, comma-separated (none)',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (`warn`; in production `info`)',
  DEMO: '`1` loads the demo workspace into an empty database, `0` does not (`1`; in production `0`)',
  DEV_HOST: '`1` serves the dev host, `0` does not (`1`; in production `0`)',
  DEV_HOST_PORT: 'Port of the dev host (`4401`)',
  METRICS_HOST:
    'Address that the metrics listen on; another than `localhost` only if no one but collectors reaches it (`localhost`)',
  METRICS_PORT: 'Port of `/metrics` in the format of Prometheus, for collectors only: it asks for no password (none)',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Address of a collector of OpenTelemetry, which gets spans of requests and their statements by OTLP over HTTP (none)',
  OTEL_EXPORTER_OTLP_PROTOCOL: '`http/protobuf`, the only one here (`http/protobuf`)',
  OTEL_SDK_DISABLED: '`true` sends no spans (`false`)',
  PLUGIN_RELEASES:
    'Number of releases of the plugin, this one and earlier ones, that are kept in DATA_DIR and served at `/plugin/RELEASE/` (`0`; in production `5`)',
  SMTP_URL: 'Mail server, e.g. `smtps://user:password@mail.example.com`; without it mails are stored in the outbox',
  MAIL_FROM: 'Sender of mails (`Quartermaster <no-reply@HOST>` with the host of PUBLIC_URL)',
  FEEDBACK_EMAIL: 'Address that receives the feedback of users (none; it is stored in the database in any case)',
  SUPPORT_EMAIL: 'Address that users are asked to write to for help (`support@HOST` with the host of PUBLIC_URL)',
  OUTBOX:
    '`1` stores mails in the database and shows them to anybody at `/dev/outbox` if there is no SMTP_URL (`1`; in production `0`)',
  TURNSTILE_SITE_KEY: 'Site key of Cloudflare Turnstile; without it there is no human verification',
  TURNSTILE_SECRET_KEY: 'Secret key of Turnstile, together with TURNSTILE_SITE_KEY',
  TURNSTILE_SCRIPT_URL: "Script of the widget (Cloudflare's)",
  TURNSTILE_VERIFY_URL: "Address that verifies tokens (Cloudflare's)",
  TURNSTILE_STAND_IN: '`1` makes this server simulate Turnstile, to try it out; this protects nothing (`0`)',
  PADDLE_API_KEY: 'API key of Paddle Billing, which takes the payments; without it the billing simulator stands in',
  PADDLE_WEBHOOK_SECRET: 'Secret with which Paddle signs its webhooks to `/v1/billing/webhook`',
  PADDLE_CLIENT_TOKEN: 'Client-side token with which browsers open checkouts',
  PADDLE_STARTER_PRICE: 'Id of the monthly price of a member on Starter',
  PADDLE_TEAMS_PRICE: 'Id of the monthly price of a member on Teams',
  PADDLE_PROJECT_PRICE: 'Id of the monthly price of an extra project',
  PADDLE_ENVIRONMENT: '`sandbox`, or `production` (`production`)',
  PADDLE_API_URL: "Address of the API (Paddle's)",
  PADDLE_SCRIPT_URL: "Script of the checkout (Paddle's)",
  BILLING_SIMULATOR: '`1` lets production run with the billing simulator, which gives every plan away (`0`)',
  WEBHOOK_PRIVATE:
    "`1` also sends webhooks to private addresses and to such without https://, and reads extensions from there; anyone who manages webhooks then reaches the server's network (`0`)",
  EXTENSIONS_URL:
    'Another address of this server, on another site than PUBLIC_URL, from which the frames of extensions are loaded; they then run in processes of their own in every browser (PUBLIC_URL)',
  SENTRY_DSN: 'DSN of the Sentry to which the console reports errors (none)',
  S3_BUCKET: 'Bucket for files; without it they are stored in DATA_DIR',
  S3_REGION: 'Region of the bucket (`us-east-1`)',
  S3_ENDPOINT: 'Address of an S3-compatible service (Amazon)',
  S3_ACCESS_KEY_ID: "Access key of the bucket, together with S3_SECRET_ACCESS_KEY (the machine's role)",
  S3_SECRET_ACCESS_KEY: 'Secret of the access key',
  S3_FORCE_PATH_STYLE: "`1` puts the bucket's name into the path instead of the host name (`0`)",
} as const;
/** The name of a variable. */
export type Variable = keyof typeof variables;
