import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { instanceQueries } from '../../../shared/data/instances.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { Choice } from './choose-instance.ts';

/**
 * Redirect target for a user without access to the instance in the URL; `null` with access, `unknown` while loading. Projects without a
 * role are not listed, as if they did not exist: the server distinguishes the two.
 */
export function useDenied(
  choice: Choice,
  addressed: number | null,
): typeof paths.notFound | typeof paths.accessDenied | 'unknown' | null {
  const redirect = 'redirect' in choice ? choice.redirect : null;
  const isUnlisted = redirect === paths.notFound;
  const permissions = instanceQueries.permissions(useRequest(), isUnlisted ? (addressed ?? 0) : 0);
  // A cached answer does not count: the instance may have been deleted since.
  const { isFetching, isSuccess } = useQuery({ ...permissions, staleTime: 0 });
  if (!isUnlisted) return redirect;
  if (isFetching) return 'unknown';
  return isSuccess ? paths.accessDenied : paths.notFound;
}
