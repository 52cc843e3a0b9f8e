import type { ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useInstanceId } from '../access/active-instance.ts';
import { commentQueries } from '../data/comments.ts';
import { useRequest } from '../services/request.ts';

/** Reads the threads about an item again once another version of it is shown, as their rows may have moved with it. */
export function useRowsOfVersion(of: ThreadSubject, version: number | undefined): void {
  const queries = useQueryClient();
  const { queryKey } = commentQueries.threads(useRequest(), useInstanceId(), of);
  const [first] = useState(version);
  const readAgain = useEffectEvent(() => void queries.invalidateQueries({ queryKey }));
  useEffect(() => {
    if (version !== undefined && first !== undefined && version !== first) readAgain();
  }, [version, first]);
}
