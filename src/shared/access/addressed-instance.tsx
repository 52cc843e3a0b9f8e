import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';
import { useFollowInstance } from './activate-instance.ts';
import { useInstanceId } from './active-instance.ts';
import { findInstance } from './instance-context.ts';

/** Works in the instance that the query parameter `instance` names, for pages whose URL may be sent to other members. */
export function AddressedInstance({ children }: { children: ReactNode }) {
  const [search] = useSearchParams();
  const addressed = Number(search.get('instance'));
  const isOther = useInstanceId() !== addressed && Number.isSafeInteger(addressed) && addressed > 0;
  const { data } = useQuery(workspaceQueries.list(useRequest()));
  const isKnown = findInstance(data?.workspaces, addressed) !== null;
  const follow = useFollowInstance();
  const change = useEffectEvent(() => follow(addressed));
  // Like a URL with the instance in its path, opening it switches the instance.
  useEffect(() => {
    if (isOther && isKnown) change();
  }, [isOther, isKnown]);
  if (!isOther) return children;
  return data && !isKnown ? <Navigate to={paths.accessDenied} replace /> : null;
}
