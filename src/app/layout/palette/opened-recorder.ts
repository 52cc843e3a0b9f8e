import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { addressOf, rememberOpened } from './opened-pages.ts';

/** Stores which pages are opened, for the palette; renders nothing. */
export function OpenedRecorder(): null {
  const address = addressOf(useLocation());
  const instanceId = useInstanceId();
  // The header loads it.
  const { data: account } = useQuery({ ...accountQueries.get(useRequest()), enabled: false });
  const accountId = account?.id;
  useEffect(() => {
    if (accountId !== undefined && instanceId > 0) rememberOpened(accountId, instanceId, address);
  }, [accountId, instanceId, address]);
  return null;
}
