import type { Release } from '../../app/context/host-api.ts';

/** The sentences of the panel shown instead of a release that the server no longer has. */
export const removedProblem = (removed: string, current: Release): string[] => [
  `This page requests the release ${removed} of the console, which its server no longer has.`,
  `The operator of this page must request a newer one, such as ${current.id}, with the hashes in its manifest.`,
];
