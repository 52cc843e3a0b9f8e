import { isIP } from 'node:net';

/** A bucket on Amazon S3 or a compatible service. Without keys, the machine's IAM role is used. */
export interface Bucket {
  bucket: string;
  region: string;
  endpoint?: string | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  /** Puts the bucket name in the path instead of the host name, as most S3-compatible services need. */
  forcePathStyle?: boolean | undefined;
}

type Text = (name: TurnstileVariable | BucketVariable) => string | undefined;
type TurnstileVariable = 'TURNSTILE_SITE_KEY' | 'TURNSTILE_SECRET_KEY';
type BucketVariable = 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY';

/** Human verification by Cloudflare Turnstile or a compatible service. */
export interface TurnstileSettings {
  siteKey: string;
  secretKey: string;
  /** The script that the browser loads. */
  scriptUrl: string;
  /** Where this server verifies a token. */
  verifyUrl: string;
}

const address = /^[^\s<>@,]+@[^\s<>@,]+$/;

/** Parses an email address. */
export const readEmail = (value: string): string | undefined => (address.test(value) ? value : undefined);

/** Parses an email address, with or without a display name before it. */
export function readSender(value: string): string | undefined {
  const bare = /^[^<>"\r\n]+<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return address.test(bare) ? value : undefined;
}

/** Parses exact origins, separated by commas. */
export function readOrigins(value: string): string[] | undefined {
  const origins = value.split(',').map((origin) => origin.trim());
  return origins.every((origin) => /^https?:\/\/[^*]+$/.test(origin) && URL.parse(origin)?.origin === origin)
    ? origins
    : undefined;
}

/** Parses addresses of PostgreSQL servers, separated by commas. */
export function readDatabaseUrls(value: string): string[] | undefined {
  const urls = value.split(',').map((url) => url.trim());
  return urls.every((url) => /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '')) ? urls : undefined;
}

/** Parses Fastify's `trustProxy`: the number of proxies, or their addresses. */
export function readProxies(value: string): number | string | undefined {
  if (/^\d{1,2}$/.test(value)) return +value;
  const addresses = value.split(',').map((address) => address.trim());
  return addresses.every(isProxy) ? addresses.join() : undefined;
}

/** True for a proxy address that Fastify accepts: an IP address, a subnet, or a named range. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return most > 0 && more.length === 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && +bits <= most));
}

/** The bucket to store files in, if one is configured. */
export function readBucket(
  text: Text,
  forcePathStyle: boolean,
  endpoint: string | undefined,
  refuse: (problem: string) => undefined,
): Bucket | undefined {
  const bucket = text('S3_BUCKET');
  const accessKeyId = text('S3_ACCESS_KEY_ID');
  const secretAccessKey = text('S3_SECRET_ACCESS_KEY');
  if (!bucket)
    return accessKeyId || secretAccessKey || endpoint
      ? refuse('S3_BUCKET must be set where other S3 variables are.')
      : undefined;
  if (!accessKeyId !== !secretAccessKey) refuse('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  return { bucket, region: text('S3_REGION') ?? 'us-east-1', endpoint, accessKeyId, secretAccessKey, forcePathStyle };
}

const cloudflare = 'https://challenges.cloudflare.com/turnstile/v0';

/**
 * The settings of human verification; for the stand-in, its addresses on this server as seen by the browser and by the
 * server itself.
 */
export function readTurnstile(
  text: Text,
  urls: { scriptUrl: string | undefined; verifyUrl: string | undefined },
  standIn: { browser: string; server: string } | undefined,
  refuse: (problem: string) => undefined,
): TurnstileSettings | undefined {
  const siteKey = text('TURNSTILE_SITE_KEY') ?? (standIn && 'stand-in');
  const secretKey = text('TURNSTILE_SECRET_KEY') ?? (standIn && 'stand-in');
  if (!siteKey || !secretKey) {
    return siteKey || secretKey || urls.scriptUrl || urls.verifyUrl
      ? refuse('TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY must be set together where a TURNSTILE variable is.')
      : undefined;
  }
  return {
    siteKey,
    secretKey,
    scriptUrl: urls.scriptUrl ?? (standIn ? `${standIn.browser}/dev/turnstile/api.js` : `${cloudflare}/api.js`),
    verifyUrl: urls.verifyUrl ?? (standIn ? `${standIn.server}/dev/turnstile/siteverify` : `${cloudflare}/siteverify`),
  };
}
