/** Reads the builds of a Quartermaster channel, whole and verified: docs/delivery-api.md. MIT licence; copy it into your game. */

/** Stores contents under their hash and the manifest as `manifest`: in a folder, IndexedDB or the Cache API. */
export interface BuildStorage {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<Iterable<string>>;
}

export interface ClientOptions {
  server: string;
  instance: number;
  channel: string;
  /** The public keys that this version of the game knows, in base64; one of them has to have signed a build. */
  keys: readonly string[];
  storage: BuildStorage;
  gameVersion?: string;
  /** Earlier builds are refused. */
  oldestBuild?: number;
  token?: string;
  /** Decompresses a delta by zstd with the older file as its dictionary; without it, whole files are fetched. */
  applyDelta?: (older: Uint8Array, delta: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  fetch?: typeof fetch;
}

interface Content {
  sha256: string;
  bytes: number;
  deltas?: (Content & { from: string })[];
}

interface Manifest {
  format: number;
  build: number;
  instance: number;
  schema_sha256: string;
  smallest_game_version: string | null;
  files: (Content & { path: string })[];
}

/** A build whose files are stored and verified. It stays the same when the client switches to another one. */
export interface Build {
  manifest: Manifest;
  /** Its files by their paths, and its images, which are fetched when they are first read. */
  contents: ReadonlyMap<string, Content>;
  read(path: string): Promise<Uint8Array>;
  /** Why this is the last good build instead of the one of the channel. */
  problem?: unknown;
}

/** Browsers revalidate by themselves, and would need permission for `If-None-Match`. */
const isBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;

/** `update()` returns the build of the channel, or the last good one if that cannot be read; it throws if there is neither. */
export function createQuartermasterClient(options: ClientOptions): { update(): Promise<Build> } {
  const { server, instance, channel, keys, storage, gameVersion, oldestBuild = 0, token } = options;

  async function update(): Promise<Build> {
    const stored = await storage.get('manifest').catch(() => undefined);
    const last = stored && (await verify(stored).catch(() => undefined));
    try {
      const version = gameVersion === undefined ? '' : `?game_version=${gameVersion}`;
      // The hash of a content is its ETag.
      const known = last && !isBrowser ? { 'if-none-match': `"${await sha256(stored)}"` } : undefined;
      const body = await fetchBytes(`channels/${channel}/manifest.json${version}`, 'no-cache', known);
      const build = await complete(last && !body ? last : await verify(body));
      // Only this switches: until here, the stored manifest and its files are those of the last build.
      if (body) await storage.put('manifest', body);
      const used = new Set(Array.from(build.contents.values(), ({ sha256 }) => sha256)).add('manifest');
      for (const key of await storage.keys().catch(() => []))
        if (!used.has(key)) await storage.delete(key).catch(() => undefined);
      return build;
    } catch (problem) {
      if (!last) throw problem;
      return { ...(await complete(last)), problem };
    }
  }

  /** Throws unless a known key has signed the manifest, and the build is for this game. */
  async function verify(body: Uint8Array | undefined): Promise<Manifest> {
    const { manifest: text, signatures } = JSON.parse(new TextDecoder().decode(body));
    const isSigned = ({ signature }: { signature: string }) => keys.map((key) => isSignedBy(key, signature, text));
    if (!(await Promise.all(signatures.flatMap(isSigned))).includes(true))
      throw new Error('No known key has signed the manifest.');
    const manifest: Manifest = JSON.parse(text);
    const smallest = manifest.smallest_game_version ?? '0';
    const isReadable = (gameVersion ?? smallest).localeCompare(smallest, 'en', { numeric: true }) >= 0;
    if (manifest.format !== 1 || manifest.instance !== instance || manifest.build < oldestBuild || !isReadable)
      throw new Error(`Build ${manifest.build} of instance ${manifest.instance} is not for this game.`);
    return manifest;
  }

  /** Verifies the stored files, and fetches those that are missing or broken, four at a time. */
  async function complete(manifest: Manifest): Promise<Build> {
    const queue = manifest.files.values();
    const work = async () => {
      for (const file of queue) await read(file.path, file);
    };
    await Promise.all([work(), work(), work(), work()]);
    const contents = new Map<string, Content>(manifest.files.map((file) => [file.path, file]));
    const images = contents.get('images/index.json');
    if (images)
      for (const { file, ...image } of JSON.parse(new TextDecoder().decode(await read('images', images))))
        contents.set(file, image);
    return { manifest, contents, read: (path) => read(path, contents.get(path)) };
  }

  async function read(path: string, content: Content | undefined): Promise<Uint8Array> {
    if (!content) throw new Error(`The build has no ${path}.`);
    const stored = await storage.get(content.sha256).catch(() => undefined);
    if (stored && (await isWhole(stored, content))) return stored;
    const patched = await fromDelta(content).catch(() => undefined);
    const bytes = (await isWhole(patched, content)) ? patched : await fetchBytes(`files/${content.sha256}`, 'no-store');
    if (!bytes || !(await isWhole(bytes, content))) throw new Error(`${path} was answered with other bytes.`);
    await storage.put(content.sha256, bytes);
    return bytes;
  }

  async function fromDelta({ deltas = [] }: Content): Promise<Uint8Array | undefined> {
    const stored = new Set(options.applyDelta && deltas.length > 0 ? await storage.keys() : []);
    const delta = deltas.find(({ from }) => stored.has(from));
    const older = delta && (await storage.get(delta.from));
    return older && options.applyDelta?.(older, await read('a delta', delta));
  }

  async function fetchBytes(path: string, cache: RequestCache, known?: { 'if-none-match': string }) {
    const headers = { ...known, ...(token && { authorization: `Bearer ${token}` }) };
    const [address, signal] = [`${server}/v1/delivery/${instance}/${path}`, AbortSignal.timeout(30_000)];
    const response = await (options.fetch ?? fetch)(address, { headers, cache, signal });
    if (!response.ok && response.status !== 304) throw new Error(`${address}: ${response.status}`);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  }

  return { update };
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
async function isSignedBy(publicKey: string, signature: string, text: string): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', fromBase64(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, fromBase64(signature), new TextEncoder().encode(text));
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const isWhole = async (bytes: Uint8Array | undefined, content: Content) =>
  bytes?.length === content.bytes && (await sha256(bytes)) === content.sha256;
