import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningKey } from '@quartermaster/contract/endpoints/builds.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Query } from '../../core/database/database.ts';
import type { ProjectCaller } from '../../core/session/access.ts';
import { writeLog } from '../access-log/repository.ts';
import { findProjectName } from '../projects/repository.ts';
import { insertKey, listKeys, lockKeys, retireKeys, type StoredKey } from './signing-repository.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock' | 'secrets' | 'log'>;

const makePair = promisify(generateKeyPair);

/** The header of an Ed25519 key in SubjectPublicKeyInfo, before its 32 bytes. */
const spkiHeader = Buffer.from('302a300506032b6570032100', 'hex');

/** A private key in memory. */
interface Signer {
  id: string;
  key: KeyObject;
}

/** A signature of a manifest, as in it. */
interface Signature {
  key: string;
  signature: string;
}

/** Signs a manifest with each signing key of the project; makes the first key. */
export async function signManifest(deps: Needs, projectId: number, manifest: string): Promise<Signature[]> {
  const signers = await ensureSigners(deps, projectId);
  return signers.map(({ id, key }) => ({
    key: id,
    signature: sign(null, Buffer.from(manifest), key).toString('base64'),
  }));
}

/** The public keys of a project, newest first; none before its first build, unless an admin has made one. */
export const readKeys = async ({ database }: Pick<Deps, 'database'>, projectId: number): Promise<SigningKey[]> =>
  (await listKeys(database.query, projectId)).map(toKey);

/** Adds a key that signs from now on. Of the earlier ones, at most the previous one goes on signing. */
export async function rotateKey(
  deps: Needs,
  { projectId, workspaceId, actor }: ProjectCaller,
  keepsPrevious: boolean,
): Promise<SigningKey[]> {
  const made = await makeKey(deps);
  await deps.unit(async ({ query }) => {
    const now = deps.clock.now();
    await lockKeys(query, projectId);
    await retireKeys(query, projectId, { isStored: keepsPrevious, at: now });
    await insertKey(query, projectId, made);
    const name = await findProjectName(query, projectId);
    const details = name === undefined ? {} : { project_name: name };
    await writeLog(query, { workspaceId, actor, now }, [{ action: 'signing_key_rotated', details }]);
  });
  return readKeys(deps, projectId);
}

/**
 * The signing keys that can be read. After a change of `SECRET_KEY` there are none: then a new key is made, because an
 * export must not depend on the old one, whose private part stays in case that the secret comes back.
 */
async function ensureSigners(deps: Needs, projectId: number): Promise<Signer[]> {
  const known = signersOf(deps, await listKeys(deps.database.query, projectId));
  if (known.length > 0) return known;
  const made = await makeKey(deps);
  return deps.unit(async ({ query }) => {
    await lockKeys(query, projectId);
    const signers = async (inside: Query) => signersOf(deps, await listKeys(inside, projectId));
    const others = await signers(query);
    if (others.length > 0) return others;
    await insertKey(query, projectId, made);
    return signers(query);
  });
}

const signersOf = ({ secrets, log }: Pick<Deps, 'secrets' | 'log'>, stored: readonly StoredKey[]): Signer[] =>
  stored.flatMap(({ key_id: id, private_key }) => {
    if (private_key === null) return [];
    try {
      return { id, key: createPrivateKey(secrets.decrypt(private_key)) };
    } catch {
      log.warn({ key: id }, 'A signing key cannot be read, as the secret key of the server has changed.');
      return [];
    }
  });

async function makeKey({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>): Promise<StoredKey> {
  const { publicKey, privateKey } = await makePair('ed25519');
  const bytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(spkiHeader.length);
  return {
    key_id: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    public_key: bytes.toString('base64'),
    private_key: secrets.encrypt(String(privateKey.export({ type: 'pkcs8', format: 'pem' }))),
    created_at: clock.now(),
  };
}

const toKey = ({ key_id, public_key, private_key, created_at }: StoredKey): SigningKey => ({
  id: key_id,
  public_key,
  pem: pemOf(public_key),
  created_at: created_at.toISOString(),
  signs: private_key !== null,
});

const pemOf = (publicKey: string): string =>
  String(
    createPublicKey({
      key: Buffer.concat([spkiHeader, Buffer.from(publicKey, 'base64')]),
      format: 'der',
      type: 'spki',
    }).export({ type: 'spki', format: 'pem' }),
  );
