import type { Build } from '@quartermaster/contract/endpoints/builds.ts';
import { buildNameRule } from '@quartermaster/contract/rules/builds.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { cutPage, type PageRequest, toPageQuery } from '../../core/base/newest-first.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { listBuilds, renameBuild } from './repository.ts';

const noSuchBuild = () => new AppError('not_found', { message: 'This build does not exist any more.' });

/** A page of an instance's builds, and the cursor of the next one. */
export async function listBuildPage(
  { database }: Pick<Deps, 'database'>,
  instanceId: number,
  pageRequest: PageRequest,
) {
  const rows = await listBuilds(database.query, { instanceId, ...toPageQuery(pageRequest) });
  const { page, next_cursor } = cutPage(rows, pageRequest);
  const builds = page.map((row): Build => ({ ...row, created_at: row.created_at.toISOString() }));
  return { builds, next_cursor };
}

/** Names a build, or takes its name away. */
export async function nameBuild(
  { database }: Pick<Deps, 'database'>,
  build: { instanceId: number; buildId: number },
  typed: string | null,
): Promise<void> {
  const { name } = await checkRule(buildNameRule, { name: typed ?? '' });
  if (!(await renameBuild(database.query, { ...build, name: name === '' ? null : name }))) throw noSuchBuild();
}
