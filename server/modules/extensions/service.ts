import { createHash } from 'node:crypto';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import {
  type Capabilities,
  type Extension,
  type extensions,
  extensionsFolder,
} from '@quartermaster/contract/endpoints/extensions.ts';
import { addedCapabilities } from '@quartermaster/contract/extensions/added-capabilities.ts';
import { extensionLimits } from '@quartermaster/contract/extensions/messages.ts';
import { extensionRule } from '@quartermaster/contract/rules/extensions.ts';
import type { Deps } from '../../core/app/deps.ts';
import { apiPrefix } from '../../core/app/route.ts';
import type { Unit } from '../../core/app/unit.ts';
import { accountOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import type { WorkspaceCaller } from '../../core/session/access.ts';
import { writeLog } from '../access-log/repository.ts';
import { readExtension } from './read-extension.ts';
import {
  deleteExtension,
  type ListedExtension,
  listExtensions,
  lockWorkspace,
  type NewExtension,
  writeExtension,
} from './repository.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock' | 'egress' | 'config'>;

const toExtension = ({ hash: _, allowed_at, parts, ...extension }: ListedExtension): Extension => ({
  ...extension,
  ...parts,
  allowed_at: allowed_at.toISOString(),
});

/** The extensions that are allowed in a workspace. */
export async function readExtensions(
  { database }: Pick<Needs, 'database'>,
  workspaceId: number,
): Promise<Output<typeof extensions.list>> {
  return { extensions: (await listExtensions(database.query, workspaceId)).map(toExtension) };
}

/** The extensions of a workspace, each with the address of the page that runs it. */
export async function readRunning(
  { database, config }: Pick<Needs, 'database' | 'config'>,
  workspaceId: number,
): Promise<Output<typeof extensions.running>> {
  const listed = await listExtensions(database.query, workspaceId);
  return {
    extensions: listed.map(({ name, version, title, editor_types, has_cells, parts, hash }) => ({
      ...{ name, version, title, editor_types, has_cells, ...parts },
      frame: `${config.extensionsUrl ?? ''}${apiPrefix}${extensionsFolder}${hash}/frame`,
    })),
  };
}

/** What an extension asks for, and what of it is allowed now. */
export async function checkExtension(
  { database, egress }: Pick<Needs, 'database' | 'egress'>,
  { workspaceId }: WorkspaceCaller,
  typed: { address: string },
): Promise<Output<typeof extensions.check>> {
  const extension = await readExtension(egress, (await checkRule(extensionRule, typed)).address);
  const listed = await listExtensions(database.query, workspaceId);
  const before = checkName(listed, extension);
  const { name, title, version } = extension;
  return {
    extension: { name, title, version, ...capabilitiesOf(extension) },
    allowed: before ? { version: before.version, ...capabilitiesOf(before) } : null,
    fingerprint: fingerprintOf(extension),
  };
}

const capabilitiesOf = ({ editor_types, has_cells, parts }: NewExtension | ListedExtension): Capabilities => ({
  editor_types,
  has_cells,
  ...parts,
});

/** Identifies everything that an owner is shown, and the script. */
const fingerprintOf = ({ script: _, ...visible }: NewExtension): string =>
  createHash('md5').update(JSON.stringify(visible)).digest('hex');

/** Allows an extension, or a new version of it. */
export async function allowExtension(
  deps: Needs,
  caller: WorkspaceCaller,
  { fingerprint, ...typed }: { address: string; fingerprint?: string },
): Promise<Output<typeof extensions.allow>> {
  const extension = await readExtension(deps.egress, (await checkRule(extensionRule, typed)).address);
  if (fingerprint !== undefined && fingerprint !== fingerprintOf(extension))
    throw new AppError('changed', { message: 'It was published again since you looked at it. Look at it once more.' });
  return storeExtension(deps, caller, extension, { isChecked: fingerprint !== undefined });
}

/** Nobody has seen what else it asks for. */
function refuseMore(before: ListedExtension | undefined, extension: NewExtension): void {
  if (!before || addedCapabilities(capabilitiesOf(before), capabilitiesOf(extension)).size === 0) return;
  const message = `${extension.name} ${extension.version} asks for more than was allowed. Check it first, and allow it by the fingerprint of the check.`;
  throw new AppError('changed', { message });
}

/** Stores an extension that has been read. */
export async function storeExtension(
  { unit: runUnit, clock }: Pick<Needs, 'unit' | 'clock'>,
  { workspaceId, actor }: Pick<WorkspaceCaller, 'workspaceId' | 'actor'>,
  extension: NewExtension,
  { isChecked }: { isChecked: boolean },
): Promise<Output<typeof extensions.allow>> {
  const now = clock.now();
  return runUnit(async (unit) => {
    const { query } = unit;
    await lockWorkspace(query, workspaceId);
    const listed = await listExtensions(query, workspaceId);
    const before = checkName(listed, extension);
    if (!isChecked) refuseMore(before, extension);
    await writeExtension(query, { workspaceId, accountId: accountOf(actor), at: now }, extension);
    await log(unit, { workspaceId, actor, now }, 'extension_allowed', extension);
    const stored = (await listExtensions(query, workspaceId)).find(({ name }) => name === extension.name);
    if (!stored) throw new Error('The extension was not stored.');
    return { extension: toExtension(stored) };
  });
}

/** Templates name extensions: whoever has another address cannot take a name over. Returns the version that is allowed now. */
function checkName(listed: readonly ListedExtension[], { name, address }: NewExtension): ListedExtension | undefined {
  const before = listed.find((extension) => extension.name === name);
  if (before && new URL(before.address).origin !== new URL(address).origin) {
    const message = `"${name}" is already allowed from ${new URL(before.address).host}. Remove it first if it has moved.`;
    throw new AppError('invalid', { fields: { address: message } });
  }
  if (!before && listed.length >= extensionLimits.inWorkspace) {
    const message = `A workspace has at most ${extensionLimits.inWorkspace} extensions. Remove one that is not used any more.`;
    throw new AppError('invalid', { fields: { address: message } });
  }
  return before;
}

/** Removes an extension. */
export async function removeExtension(
  { unit: runUnit, clock }: Needs,
  { workspaceId, actor }: WorkspaceCaller,
  id: number,
): Promise<void> {
  await runUnit(async (unit) => {
    const deleted = await deleteExtension(unit.query, workspaceId, id);
    if (!deleted) throw new AppError('not_found', { message: 'This extension has been removed already.' });
    await log(unit, { workspaceId, actor, now: clock.now() }, 'extension_removed', deleted);
  });
}

async function log(
  { query }: Unit,
  context: Parameters<typeof writeLog>[1],
  action: 'extension_allowed' | 'extension_removed',
  { name, version, address }: Pick<ListedExtension, 'name' | 'version' | 'address'>,
): Promise<void> {
  const details = { extension_name: name, extension_version: version, extension_host: new URL(address).host };
  await writeLog(query, context, [{ action, details }]);
}
