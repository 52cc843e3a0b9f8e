import { createHash } from 'node:crypto';
import type { ExtensionParts } from '@quartermaster/contract/endpoints/extensions.ts';
import { addedCapabilities } from '@quartermaster/contract/extensions/added-capabilities.ts';
import { extensionLimits } from '@quartermaster/contract/extensions/messages.ts';
import { findTitleProblem } from '@quartermaster/contract/extensions/title-problem.ts';
import { ExtensionManifest } from '@quartermaster/contract/shapes/extensions.ts';
import { findNotUtf8, withoutMark } from '@quartermaster/contract/utf8-text.ts';
import type { Static } from 'typebox';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { AddressRefused, CallTimeout } from '../../core/egress/call-out.ts';
import { compileShape, refuseInvalid } from '../../core/http/validation.ts';
import type { NewExtension } from './repository.ts';

type Manifest = Static<typeof ExtensionManifest>;

/** Milliseconds for each of the two files. */
const timeout = 10_000;

/** An error at the only field of the form. */
const refusal = (sentence: string) => new AppError('invalid', { fields: { address: sentence } });

/** Reads an extension by the address of its manifest; throws 422 that says what is wrong with which file. */
export async function readExtension(egress: Deps['egress'], address: string): Promise<NewExtension> {
  const manifest = await checkManifest(await download(egress, address, 'manifest', extensionLimits.manifest));
  const scriptAddress = URL.parse(manifest.script, address);
  if (scriptAddress?.origin !== new URL(address).origin)
    throw refusal('The script must be on the same origin as the manifest.');
  const script = await download(egress, scriptAddress.href, 'script', extensionLimits.script);
  if (`sha384-${hashOf(script).toString('base64')}` !== manifest.integrity)
    throw refusal('The script is not the one that the manifest names: its hash differs. Publish both again.');
  const { name, version, title, editor_types, has_cells } = manifest;
  const parts = partsOf(manifest);
  // Not every database returns the mark, with which the hash that a browser checks would be another one.
  const stored = withoutMark(script);
  const hash = hashOf(stored).toString('hex');
  return { name, version, title, address, editor_types, has_cells, parts, hash, script: stored };
}

const hashOf = (script: string): Buffer => createHash('sha384').update(script).digest();

/** The parts that a manifest names, without what else it says of them. */
const partsOf = ({ panel, action, card }: ExtensionParts): ExtensionParts => ({
  ...(panel && { panel: partOf(panel) }),
  ...(action && { action: partOf(action) }),
  ...(card && { card: { title: card.title } }),
});

const partOf = ({ title, templates }: NonNullable<ExtensionParts['panel']>) => ({
  title,
  ...(templates && { templates }),
});

async function download(egress: Deps['egress'], address: string, file: string, longest: number): Promise<string> {
  const answer = await egress.call(address, { timeout, longest }).catch((error: unknown) => {
    if (error instanceof AddressRefused) throw refusal(error.message);
    if (error instanceof CallTimeout) throw refusal(`The ${file} did not arrive within ${timeout / 1000} seconds.`);
    throw refusal(`The ${file} cannot be read: the server at this address does not answer.`);
  });
  if (answer.status !== 200)
    throw refusal(`The ${file} cannot be read: the server answers ${answer.status}, where 200 is needed.`);
  if (answer.isCut) throw refusal(`The ${file} must be at most ${longest / 1024} kB.`);
  const reason = findNotUtf8(answer.body);
  if (reason !== undefined) throw refusal(`The ${file} ${reason}. Save it in UTF-8.`);
  // With its byte order mark, as the manifest's hash includes it.
  const text = answer.body.toString();
  // The database cannot store it, not even as an escape of JSON.
  if (/\0|\\u0000/.test(text)) throw refusal(`The ${file} has a character with the code 0.`);
  return text;
}

async function checkManifest(text: string): Promise<Manifest> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(withoutMark(text));
  } catch {
    throw refusal('The file at this address is not JSON. Use the address of a manifest.');
  }
  try {
    refuseInvalid(await compileShape(ExtensionManifest), manifest);
  } catch (error) {
    const [[path, sentence] = []] = Object.entries(error instanceof AppError ? (error.body.fields ?? {}) : {});
    throw sentence === undefined ? error : refusal(`The manifest is not valid: "${path}" ${sentence}`);
  }
  // The shape has been checked.
  const valid = manifest as Manifest;
  const problem = findTitleProblem(valid);
  if (problem) throw refusal(`The manifest is not valid: "${problem.path}" ${problem.reason}`);
  if (addedCapabilities(null, valid).size === 0)
    throw refusal('The manifest is not valid: it names nothing that the extension does.');
  return valid;
}
