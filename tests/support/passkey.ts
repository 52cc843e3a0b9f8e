import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type PasskeyAnswer, passkeys } from '@quartermaster/contract/endpoints/people/passkeys.ts';
import { type Loose, urlOf } from './server.ts';
import type { TestBrowser } from './server-browser.ts';

const url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest();

/** What a test changes of an answer. */
export interface Changes {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  topOrigin?: string;
  isPresent?: boolean;
  isVerified?: boolean;
  counter?: number;
}

/** An authenticator with one passkey, which counts its signatures unless `counts` is false. */
export function createAuthenticator(origin: string, { counts = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? origin,
        crossOrigin: changes.topOrigin !== undefined,
        ...(changes.topOrigin && { topOrigin: changes.topOrigin }),
      }),
    );
  const authenticatorData = (changes: Changes, extra?: Buffer) => {
    const { rpId = new URL(origin).hostname, isPresent = true, isVerified = true } = changes;
    const head = Buffer.alloc(5);
    // Present, verified, can be backed up, is backed up, has data of the key.
    head[0] = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | 8 | 16 | (extra ? 64 : 0);
    head.writeUInt32BE(changes.counter ?? counter, 1);
    return Buffer.concat([sha256(rpId), head, extra ?? Buffer.alloc(0)]);
  };

  return {
    id: url(id),
    /** Makes the passkey. */
    make(
      asked: Output<typeof passkeys.enrol>,
      changes: Changes = {},
    ): Omit<Input<typeof passkeys.add>['body'], 'name'> {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const data = authenticatorData(changes, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]));
      const attestation = Buffer.concat([
        Buffer.from('\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58', 'latin1'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        sealed: asked.sealed,
        id: url(id),
        client_data: url(clientData('webauthn.create', asked.challenge, changes)),
        attestation: url(attestation),
        transports: ['internal'],
      };
    },
    /** Signs a challenge. */
    sign(asked: Output<typeof passkeys.challenge>, changes: Changes = {}): PasskeyAnswer {
      if (counts) counter += 1;
      const data = authenticatorData(changes);
      const client = clientData('webauthn.get', asked.challenge, changes);
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey);
      const bytes = { client_data: url(client), authenticator_data: url(data), signature: url(signature) };
      return { sealed: asked.sealed, id: url(id), ...bytes };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

interface Answered<E> {
  status: number;
  body: Output<E> & { error?: string; message?: string; details?: unknown };
}

/** A call with the cookies of a browser, whose session token is renewed as the console does. */
export async function callIn<E extends Endpoint>(
  by: TestBrowser,
  endpoint: E,
  input: Loose = {},
): Promise<Answered<E>> {
  const send = async (path: string, method: string, body: unknown) => {
    const response = await by.fetch(path, {
      method,
      headers: { 'x-csrf-protection': '1', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answered<E>['body'] };
  };
  const first = await send(urlOf(endpoint, input), endpoint.method, input.body);
  if (first.body.error !== 'session_expired') return first;
  await send('/v1/accounts/refresh', 'POST', {});
  return send(urlOf(endpoint, input), endpoint.method, input.body);
}

/** Adds a passkey to the account of a browser; returns the recovery codes, if it is the first factor. */
export async function addPasskey(by: TestBrowser, authenticator: Authenticator, name = 'Laptop') {
  const { body: asked } = await callIn(by, passkeys.enrol);
  const { status, body } = await callIn(by, passkeys.add, { body: { ...authenticator.make(asked), name } });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.recovery_codes;
}
