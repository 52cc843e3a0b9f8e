import { generateKeyPairSync, sign } from 'node:crypto';
import { channels, signingKeys } from '@quartermaster/contract/endpoints/builds.ts';
import {
  type BuildStorage,
  type ClientOptions,
  createQuartermasterClient,
} from '../../clients/quartermaster-client.ts';
import type { BuildManifest } from './builds.ts';
import type { TestServer } from './server.ts';

const owner = { as: 'owner' } as const;

/** A cache of a game in memory. */
export interface MemoryStorage extends BuildStorage {
  entries: Map<string, Uint8Array>;
}

export function memoryStorage(): MemoryStorage {
  const entries = new Map<string, Uint8Array>();
  return {
    entries,
    get: async (key) => entries.get(key),
    put: async (key, bytes) => {
      entries.set(key, bytes);
    },
    delete: async (key) => {
      entries.delete(key);
    },
    keys: async () => [...entries.keys()],
  };
}

/** What the game gets for an address. */
export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Changes an answer on its way to the game, or throws as a broken network does. */
export type Network = (path: string, answered: Answered) => Answered | Promise<Answered>;

/** `fetch` for a server in this process. */
export const fetchFrom =
  ({ app }: TestServer, network: Network = (_, answered) => answered): typeof fetch =>
  async (address, init) => {
    const { pathname, search } = new URL(String(address));
    const headers = Object.fromEntries(new Headers(init?.headers));
    const answer = await app.inject({ url: `${pathname}${search}`, headers });
    const got = { status: answer.statusCode, headers, body: answer.rawPayload };
    const { status, body } = await network(`${pathname}${search}`, got);
    return new Response(status === 304 ? null : new Uint8Array(body), { status });
  };

/** The public keys of the project. */
export const publicKeysOf = async (server: TestServer): Promise<string[]> =>
  (await server.call(signingKeys.list, { params: { instanceId: server.studio.dev } }, owner)).keys.map(
    ({ public_key }) => public_key,
  );

/** Lets anyone read the builds of an instance. */
export const openBuilds = (server: TestServer, instanceId = server.studio.dev) =>
  server.call(channels.setReading, { params: { instanceId }, body: { is_public: true } }, owner);

/** A game that reads `live` of the instance Dev. */
export async function gameOf(server: TestServer, options: Partial<ClientOptions> = {}) {
  const storage = memoryStorage();
  const client = createQuartermasterClient({
    server: 'https://content.example.com',
    instance: server.studio.dev,
    channel: 'live',
    keys: await publicKeysOf(server),
    storage,
    fetch: fetchFrom(server),
    ...options,
  });
  return { storage, update: client.update };
}

/** A key of somebody else's. */
export function strangersKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
    /** A signed manifest as the server sends it. */
    signed: (manifest: BuildManifest): Uint8Array => {
      const text = JSON.stringify(manifest);
      const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
      return Buffer.from(JSON.stringify({ manifest: text, signatures: [{ key: 'aaaaaaaaaaaaaaaa', signature }] }));
    },
  };
}
