import type { Contract, ErrorPhase, HostProps } from '../../app/context/host-api.ts';
import { versionProblem } from './check-version.ts';
import { missingFeatures, missingFeaturesProblem } from './missing-features.ts';
import { removedProblem } from './removed-release.ts';

/** Why this module cannot show the console in this page, whatever the other props are; null if it can. */
export function refusalOf(
  { contractVersion }: HostProps,
  contract: Contract,
  removedRelease: string | null | undefined,
): { phase: ErrorPhase; sentences: string[] } | null {
  if (removedRelease) return { phase: 'load', sentences: removedProblem(removedRelease, contract.release) };
  const unsupported = versionProblem(contractVersion, contract);
  if (unsupported) return { phase: 'version', sentences: unsupported };
  const missing = missingFeatures();
  return missing.length > 0 ? { phase: 'load', sentences: missingFeaturesProblem(missing) } : null;
}
