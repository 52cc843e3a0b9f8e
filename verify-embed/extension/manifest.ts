import { createHash } from 'node:crypto';
import { extensionName } from '@quartermaster/contract/extensions/extension-name.ts';
import { extensionLimits } from '@quartermaster/contract/extensions/messages.ts';
import { Broken } from '../outcomes.ts';

/** What a manifest says, as far as its extension is tried. */
export interface Manifest {
  name: string;
  title: string;
  script: string;
  integrity: string;
  editor_types: string[];
  has_cells: boolean;
}

/** The types of fields that an extension can edit. */
export const editorTypes = [
  'text',
  'long-text',
  'integer',
  'float',
  'weight',
  'boolean',
  'choice',
  'choices',
  'date-time',
  'text-list',
  'number-list',
];

const isText = (value: unknown, most: number) => typeof value === 'string' && value.length > 0 && value.length <= most;

/** What each key has to be. */
const keys: Record<string, [isValid: (value: unknown) => boolean, sentence: string]> = {
  contract: [(value) => value === 1, 'must be 1'],
  name: [
    (value) => typeof value === 'string' && extensionName.test(value),
    'must be lower-case words joined by hyphens, two at least, of 3 to 40 characters',
  ],
  version: [(value) => isText(value, 40), 'must be a text of 1 to 40 characters'],
  title: [(value) => isText(value, 60), 'must be a text of 1 to 60 characters'],
  script: [(value) => isText(value, 400), 'must be an address of 1 to 400 characters'],
  integrity: [
    (value) => typeof value === 'string' && /^sha384-[A-Za-z0-9+/]{64}$/.test(value),
    'must be "sha384-" and the base64 of the hash of the script',
  ],
  editor_types: [
    (value) => Array.isArray(value) && value.every((type) => editorTypes.includes(type)),
    `must be a list of types of fields: ${editorTypes.join(', ')}`,
  ],
  has_cells: [(value) => typeof value === 'boolean', 'must be true or false'],
};

/** Downloads a file of at most `longest` bytes; throws a sentence that says why it cannot be used. */
async function download(address: string, file: string, longest: number): Promise<Buffer> {
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(10_000) }).catch(
    (error: Error) => {
      throw new Broken(
        `The ${file} at ${address} cannot be read: ${error.cause instanceof Error ? error.cause.message : error.message}.`,
      );
    },
  );
  if (answer.status !== 200)
    throw new Broken(`The ${file} at ${address} cannot be read: the answer is ${answer.status}, not 200.`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > longest) throw new Broken(`The ${file} has more than ${longest / 1024} kB.`);
  }
  return Buffer.concat(parts);
}

/** Reads a manifest, and names everything that is wrong with it. */
export async function readManifest(address: string): Promise<{ manifest: Manifest | null; problems: string[] }> {
  const text = await download(address, 'manifest', extensionLimits.manifest);
  let manifest: Record<string, unknown>;
  try {
    manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text)) as Record<string, unknown>;
  } catch {
    return { manifest: null, problems: ['It is not JSON in UTF-8. Give the address of a manifest.'] };
  }
  if (typeof manifest !== 'object' || manifest === null) return { manifest: null, problems: ['It is not an object.'] };
  const problems = Object.entries(keys).flatMap(([key, [isValid, sentence]]) =>
    isValid(manifest[key]) ? [] : [`"${key}" ${sentence}, and it is ${JSON.stringify(manifest[key]) ?? 'missing'}.`],
  );
  if (problems.length > 0) return { manifest: null, problems };
  // Its keys have been checked.
  const valid = manifest as unknown as Manifest;
  if (valid.editor_types.length === 0 && !valid.has_cells)
    return {
      manifest: null,
      problems: ['It neither edits fields nor draws cells: "editor_types" is empty and "has_cells" false.'],
    };
  return { manifest: valid, problems };
}

/** Reads the script of an extension; throws a sentence that says why it cannot run. */
export async function readScript(address: string, { script, integrity }: Manifest): Promise<Buffer> {
  const scriptAddress = URL.parse(script, address);
  if (scriptAddress?.origin !== new URL(address).origin)
    throw new Broken(`The script ${script} must be on the same origin as the manifest.`);
  const code = await download(scriptAddress.href, 'script', extensionLimits.script);
  const actual = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  if (actual !== integrity)
    throw new Broken(`The script has the hash ${actual}, and the manifest names ${integrity}. Publish both again.`);
  return code;
}
