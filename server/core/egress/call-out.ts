import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** A call from this server to another one. */
export interface OutgoingCall {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds for all of it: finding the address, connecting, sending, and reading the answer. */
  timeout: number;
  /** Bytes of the answer that are read; the connection is then closed. */
  longest: number;
  /** Aborts the call. */
  signal?: AbortSignal;
}

/** The answer of another server, whatever its status: redirects are not followed. */
export interface OutgoingAnswer {
  status: number;
  /** The media type that the answer names; empty without one. */
  type: string;
  body: Buffer;
  /** True if there was more than `longest`. */
  isCut: boolean;
}

/** Calls an address. */
export type CallOut = (address: string, call: OutgoingCall) => Promise<OutgoingAnswer>;

/** Finds the addresses of a host name. */
export type FindAddresses = (hostname: string) => Promise<LookupAddress[]>;

/** An address that this server does not call; the message gives the reason. */
export class AddressRefused extends Error {}

/** The call took longer than its timeout. */
export class CallTimeout extends Error {}

/** Calls to addresses that users have chosen. Both functions throw {@link AddressRefused} for those of a private network. */
export interface Egress {
  call: CallOut;
  /** Checks an address without calling it; one whose name is not known passes. */
  check: (address: string) => Promise<void>;
}

/** What limits the addresses that users may choose. */
interface Guard {
  /** True to call private addresses, too, and such without TLS. */
  allowsPrivate: boolean;
  findAddresses?: FindAddresses;
}

/** Calls an address that the operator has configured: any, also in the operator's own network. */
export const callConfigured: CallOut = (address, call) => callOut(address, call, { allowsPrivate: true });

/** Milliseconds in which a name is looked up to check it. */
const checkTimeout = 3000;

/** Creates the functions for addresses that users have chosen. */
export const createEgress = (guard: Guard): Egress => ({
  call: (address, call) => callOut(address, call, guard),
  check: (address) =>
    within({ timeout: checkTimeout }, async (ended) => {
      const url = readUrl(address, guard);
      if (guard.allowsPrivate) return;
      await Promise.race([ended, checkedAddresses(url, guard)]);
    }).catch((error: unknown) => {
      if (error instanceof AddressRefused) throw error;
    }),
});

const callOut = (address: string, call: OutgoingCall, guard: Guard): Promise<OutgoingAnswer> =>
  within(call, async (ended) => {
    const url = readUrl(address, guard);
    const addresses = await Promise.race([ended, checkedAddresses(url, guard)]);
    return send(url, addresses, call, ended);
  });

/** Does something for which `ended` rejects once it has taken too long, or is aborted. */
async function within<T>(
  { timeout, signal }: Pick<OutgoingCall, 'timeout' | 'signal'>,
  work: (ended: Promise<never>) => Promise<T>,
): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // Without this, work that has succeeded before would leave a rejection that nothing handles.
  ended.catch(() => {});
  const timer = setTimeout(() => reject(new CallTimeout('The call took too long.')), timeout);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    return await work(ended);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function readUrl(address: string, { allowsPrivate }: Guard): URL {
  const url = URL.parse(address);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && allowsPrivate)) return url;
  throw new AddressRefused(
    allowsPrivate
      ? 'Use an address that begins with https:// or http://.'
      : 'Use an address that begins with https://. Whoever runs this server can allow others: WEBHOOK_PRIVATE=1.',
  );
}

/** Every address of the name must be public: which one is connected to is not known before. */
async function checkedAddresses(url: URL, guard: Guard): Promise<LookupAddress[]> {
  const addresses = await addressesOf(url.hostname.replace(/^\[(.*)\]$/, '$1'), guard);
  if (!guard.allowsPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressRefused(
      'This address leads into a private network. Use one that can be reached from the internet. Whoever runs this server can allow private ones: WEBHOOK_PRIVATE=1.',
    );
  return addresses;
}

async function addressesOf(hostname: string, { findAddresses = findByName }: Guard): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  return family === 0 ? findAddresses(hostname) : [{ address: hostname, family }];
}

const findByName: FindAddresses = async (hostname) => {
  const { lookup } = await import('node:dns/promises');
  return lookup(hostname, { all: true });
};

/** Connects to one of the addresses, without finding them again: the name may lead elsewhere by now. */
async function send(
  url: URL,
  addresses: LookupAddress[],
  { method = 'GET', headers = {}, body, longest }: OutgoingCall,
  ended: Promise<never>,
): Promise<OutgoingAnswer> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const { promise: answered, resolve } = Promise.withResolvers<IncomingMessage>();
  // A connection of its own: one that is kept open could lead to an address that was checked for an earlier call.
  const outgoing = request(url, {
    method,
    agent: false,
    headers: withLength(headers, body),
    lookup: givenTo(addresses),
  });
  outgoing.on('response', resolve).on('error', reject);
  failed.catch(() => {});
  try {
    outgoing.end(body);
    const answer = await Promise.race([ended, failed, answered]);
    return await Promise.race([ended, failed, readAnswer(answer, longest)]);
  } finally {
    outgoing.destroy();
  }
}

const withLength = (headers: Record<string, string>, body: string | undefined): Record<string, string> =>
  body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };

const givenTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };

async function readAnswer(answer: IncomingMessage, longest: number): Promise<OutgoingAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longest) break;
  }
  const body = Buffer.concat(chunks).subarray(0, longest);
  return { status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', body, isCut: length > longest };
}
