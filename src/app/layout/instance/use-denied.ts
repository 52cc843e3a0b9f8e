import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { instanceQueries } from '../../../shared/data/instances.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { Choice } from './choose-instance.ts';

/**
 * Where a user is led who may not see the instance in the URL; `null` if they may, `unknown` while it is loading. Projects
 * that somebody has no role in are not in their list, as if they did not exist: the server says which of both it is.
 */
export function useDenied(
  choice: Choice,
  addressed: number | null,
): typeof paths.notFound | typeof paths.accessDenied | 'unknown' | null {
  const redirect = 'redirect' in choice ? choice.redirect : null;
  const isUnlisted = redirect === paths.notFound;
  const permissions = instanceQueries.permissions(useRequest(), isUnlisted ? (addressed ?? 0) : 0);
  // What was answered before is of no use: the instance may have been deleted since.
  const { isFetching, isSuccess } = useQuery({ ...permissions, staleTime: 0 });
  if (!isUnlisted) return redirect;
  if (isFetching) return 'unknown';
  return isSuccess ? paths.accessDenied : paths.notFound;
}
