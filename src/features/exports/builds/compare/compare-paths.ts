import { paths } from '@quartermaster/contract/paths.ts';

/** The address of the builds. */
export const buildsPath = `${paths.exportedData}?view=builds`;

/** The address of what a build changes, since the one before it unless another one is named. */
export const comparePath = (build: number, since?: number): string =>
  `${buildsPath}&build=${build}${since === undefined ? '' : `&since=${since}`}`;

/** The builds that an address compares; `build` is undefined if it is the address of the list, `since` if none is named. */
export function comparedBuilds(search: string): { build: number | undefined; since: number | undefined } {
  const params = new URLSearchParams(search);
  const idOf = (name: string) => Number(params.get(name)) || undefined;
  return { build: idOf('build'), since: idOf('since') };
}
