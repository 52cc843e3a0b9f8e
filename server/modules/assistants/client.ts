import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';

/** An assistant that has registered itself. */
export interface Client {
  name: string;
  /** The only addresses that answers are sent to. */
  redirectUris: readonly string[];
}

type Needs = Pick<Deps, 'secrets'>;

const mostRedirects = 5;
const longestRedirect = 500;
const longestName = 48;

/** Registers a client: its id is the signed registration, and nothing is stored. */
export function registerClient(deps: Needs, { name, redirectUris }: { name: unknown; redirectUris: unknown }): string {
  const uris: unknown[] = Array.isArray(redirectUris) ? redirectUris : [];
  if (uris.length === 0 || uris.length > mostRedirects || !uris.every(isRedirect))
    throw new AppError('invalid', {
      message: `Send redirect_uris: 1 to ${mostRedirects} addresses with https, with http on this device, or of an app.`,
    });
  const text = Buffer.from(JSON.stringify([nameOf(name), ...uris])).toString('base64url');
  return `${text}.${signature(deps, text)}`;
}

/** The client of an id; undefined for one that this server has not issued. */
export function clientOf(deps: Needs, id: string): Client | undefined {
  const [text = '', signed = '', ...rest] = id.split('.');
  const [actual, expected] = [Buffer.from(signed), Buffer.from(signature(deps, text))];
  if (rest.length > 0 || actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  const [name, ...redirectUris] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, ...string[]];
  return { name, redirectUris };
}

const signature = ({ secrets }: Needs, text: string): string => secrets.sign(`assistant ${text}`).slice(0, 32);

const nameOf = (name: unknown): string => {
  const text = typeof name === 'string' ? name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() : '';
  return Array.from(text).slice(0, longestName).join('').trim() || 'Assistant';
};

/** Schemes of assistants that are apps. Others need a dot, as in a reversed domain (RFC 8252 §7.1): no scheme of a browser has one. */
const ofApps = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:', 'claude:'];

function isRedirect(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > longestRedirect || !URL.canParse(value)) return false;
  const { protocol, hostname, hash, username, password } = new URL(value);
  if (hash !== '' || value.endsWith('#') || username !== '' || password !== '') return false;
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && isLoopback(hostname)) ||
    ofApps.includes(protocol) ||
    protocol.includes('.')
  );
}

const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** The registered address that an answer may be sent to. On this device it may have any port, which is free only at that time (RFC 8252 §7.3). */
export function isRedirectOf({ redirectUris }: Client, redirectUri: string): boolean {
  if (!isRedirect(redirectUri)) return false;
  const withAnyPort = withoutPort(redirectUri);
  return redirectUris.some(
    (uri) => uri === redirectUri || (withAnyPort !== undefined && withoutPort(uri) === withAnyPort),
  );
}

function withoutPort(uri: string): string | undefined {
  const url = new URL(uri);
  if (url.protocol !== 'http:') return undefined;
  url.port = '';
  return url.href;
}

/** The host of an address, or what opens it on this device. */
export function destinationOf(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  return protocol === 'http:' && isLoopback(hostname)
    ? 'an app on this device'
    : `the app of ${protocol} on this device`;
}
