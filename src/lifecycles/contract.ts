import type { Contract, Release } from '../app/context/host-api.ts';
import { limits } from './limits.ts';

/** The interface that hosts can rely on; additions keep the version, any other change increases it. */
const version = 1;

/** What a module of this release offers to its hosts. */
export const contractOf = (release: Release): Contract => ({
  version,
  supports: supportedVersions(version),
  features: [
    'update',
    'memory-routing',
    'access-token',
    'nonce',
    'trusted-types',
    'color-scheme',
    'events',
    'limits',
    'release',
    'contract-version',
    'shown',
    'recent',
    'removed-release',
    'chrome',
    'done',
    'theme',
    'menu',
    'only',
    'unload',
    'extensions',
    'extension-parts',
    'parts',
    'shared-session',
    'comments',
    'routers',
  ],
  limits,
  release,
});

/** A version of the contract is supported until the second one after it. */
export const supportedVersions = (current: number): number[] => (current === 1 ? [1] : [current - 1, current]);
