import { createHash, createPublicKey, verify } from 'node:crypto';
import { builds, signingKeys } from '@quartermaster/contract/endpoints/builds.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { createReport } from '../../server/modules/reports/repository.ts';
import { runExport } from '../../server/modules/reports/run-export.ts';
import type { TestServer } from './server.ts';

const owner = { as: 'owner' } as const;

export const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A manifest as it is signed. */
interface SignedManifest {
  manifest: string;
  signatures: { key: string; signature: string }[];
}

/** What a signed manifest contains. */
export interface BuildManifest {
  format: number;
  build: number;
  instance: number;
  created_at: string;
  schema_sha256: string;
  smallest_game_version: string | null;
  files: {
    path: string;
    sha256: string;
    bytes: number;
    deltas?: { from: string; sha256: string; bytes: number }[];
  }[];
  types?: { path: string; sha256: string; bytes: number }[];
}

/** The ids of the keys whose signature of a manifest is valid, of those that the project lists. */
export async function verifiedBy(server: TestServer, { manifest, signatures }: SignedManifest, instanceId: number) {
  const { keys } = await server.call(signingKeys.list, { params: { instanceId } }, owner);
  return signatures.flatMap(({ key, signature }) => {
    const known = keys.find(({ id }) => id === key);
    const isValid =
      known && verify(null, Buffer.from(manifest), createPublicKey(known.pem), Buffer.from(signature, 'base64'));
    return isValid ? key : [];
  });
}

/** Calls of delivery with the token of an instance. */
export async function deliveryOf(server: TestServer, instanceId = server.studio.dev) {
  const { token } = await server.call(instances.getToken, { params: { instanceId } }, owner);
  const get = (path: string, headers: Record<string, string> = {}) =>
    server.app.inject({
      url: `/v1/delivery/${instanceId}/${path}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  return {
    token,
    get,
    signed: async (path: string): Promise<SignedManifest> => (await get(path)).json(),
    manifest: async (path: string): Promise<BuildManifest> => JSON.parse((await get(path)).json().manifest),
    /** The manifest of a build. */
    build: async (id: number): Promise<BuildManifest> =>
      JSON.parse((await get(`builds/${id}/manifest.json`)).json().manifest),
    content: (hash: string, headers: Record<string, string> = {}) => get(`files/${hash}`, headers),
  };
}

/** Makes a build without the queue; returns its id. */
export async function makeBuild(
  { app: { deps }, studio }: TestServer,
  { instanceId = studio.dev, version, parts = {} }: MadeBuild = {},
): Promise<number> {
  const id = await deps.unit(({ query }) =>
    createReport(query, {
      instanceId,
      author: { actor: { kind: 'account', accountId: studio.accounts.owner }, origin: 'form' },
      path: `made-${Math.random().toString(36).slice(2)}`,
      smallestGameVersion: version,
      createdAt: deps.clock.now(),
    }),
  );
  if (id === undefined) throw new Error('An export is running.');
  await runExport({ ...deps, ...parts }, { report_id: id }, new AbortController().signal);
  return id;
}

interface MadeBuild {
  instanceId?: number;
  /** The smallest version of the game. */
  version?: string | null;
  parts?: Partial<TestServer['app']['deps']>;
}

/** The builds of an instance, newest first. */
export const listBuilds = async (server: TestServer, instanceId = server.studio.dev) =>
  (await server.call(builds.list, { params: { instanceId }, query: {} }, owner)).builds;
