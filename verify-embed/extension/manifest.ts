import { createHash } from 'node:crypto';
import { addedCapabilities } from '@quartermaster/contract/extensions/added-capabilities.ts';
import { extensionLimits } from '@quartermaster/contract/extensions/messages.ts';
import { findTitleProblem } from '@quartermaster/contract/extensions/title-problem.ts';
import { ExtensionManifest } from '@quartermaster/contract/shapes/extensions.ts';
import { NotUtf8, readUtf8 } from '@quartermaster/contract/utf8-text.ts';
import type { Static } from 'typebox';
import { Check } from 'typebox/value';
import { Broken } from '../outcomes.ts';

/** A manifest of the server's shape. */
export type Manifest = Static<typeof ExtensionManifest>;

const { properties, required } = ExtensionManifest;
const titleSentence = 'a "title" of 1 to 60 characters';
const templatesSentence = `${titleSentence} and, unless it is for all, "templates", the ids of 1 to 100 templates`;

/** What each key has to be. */
const sentences: Record<keyof Manifest, string> = {
  contract: 'must be 1',
  name: 'must be lower-case words joined by hyphens, two at least, of 3 to 40 characters',
  version: 'must be a text of 1 to 40 characters',
  title: 'must be a text of 1 to 60 characters',
  script: 'must be an address of 1 to 400 characters',
  integrity: 'must be "sha384-" and the base64 of the hash of the script',
  editor_types: `must be a list of types of fields: ${properties.editor_types.items.enum.join(', ')}`,
  has_cells: 'must be true or false',
  panel: `must have ${templatesSentence}`,
  action: `must have ${templatesSentence}`,
  card: `must have ${titleSentence}`,
};

const isRequired = (key: string) => required.some((name) => name === key);

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
    manifest = JSON.parse(readUtf8(text)) as Record<string, unknown>;
  } catch (error) {
    const problem =
      error instanceof NotUtf8
        ? `It ${error.message}. Save it in UTF-8.`
        : 'It is not JSON. Give the address of a manifest.';
    return { manifest: null, problems: [problem] };
  }
  if (typeof manifest !== 'object' || manifest === null) return { manifest: null, problems: ['It is not an object.'] };
  const problems = Object.entries(properties)
    .filter(([key, shape]) => (Object.hasOwn(manifest, key) ? !Check(shape, manifest[key]) : isRequired(key)))
    .map(
      // The names of the properties are those of the sentences.
      ([key]) =>
        `"${key}" ${sentences[key as keyof Manifest]}, and it is ${JSON.stringify(manifest[key])?.slice(0, 200) ?? 'missing'}.`,
    );
  if (problems.length > 0) return { manifest: null, problems };
  // Its keys have been checked.
  const valid = manifest as unknown as Manifest;
  const title = findTitleProblem(valid);
  if (title) return { manifest: null, problems: [`"${title.path}" ${title.reason}`] };
  if (addedCapabilities(null, valid).size === 0)
    return {
      manifest: null,
      problems: [
        'It does nothing: "editor_types" is empty, "has_cells" false, and there is no "panel", "action" or "card".',
      ],
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
