import type { Contract } from '../../app/context/host-api.ts';

const changes = 'The changes of each version are listed in the document on embedding (docs/embedding.md).';

/**
 * The message for a host that was written for a version of the contract that this module does not support; null if it is supported.
 * The check of all props handles values that are no version.
 */
export function versionProblem(value: unknown, { supports, release }: Contract): string[] | null {
  const asked = value === undefined ? 1 : value;
  if (typeof asked !== 'number' || !Number.isSafeInteger(asked) || asked < 1 || supports.includes(asked)) return null;
  const supported = supports.length === 1 ? `version ${supports[0]}` : `the versions ${supports.join(' and ')}`;
  const isNewer = supports.every((version) => version < asked);
  return [
    `This page was written for version ${asked} of the host contract (the prop "contractVersion"), and release ${release.version} of Quartermaster supports ${supported}.`,
    isNewer
      ? 'Load a newer release of Quartermaster, or write the page for a version that this one supports.'
      : 'Write the page for a version that this release supports, or load an earlier release of Quartermaster.',
    changes,
  ];
}
