import { useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFollowInstance } from '../../../shared/access/activate-instance.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { useApp } from '../../context/app-context.ts';
import { hostInstanceAtom } from '../../context/host-instance.ts';

interface Following {
  /** The instance that the page works in; `null` where there is no page. */
  chosen: number | null;
  /** What the account is left in. */
  stored: number;
  addressed: number | null;
}

/** What has to follow when the page works in another instance than before: the server, the host, the caches. */
export function useFollow({ chosen, stored, addressed }: Following): void {
  const { props } = useApp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const follow = useFollowInstance();
  const [asked, setAsked] = useAtom(hostInstanceAtom);
  const before = useRef<number | null>(null);

  // Only a new choice counts: while a switch is on its way home, the account is ahead of the address.
  const followChoice = useEffectEvent((id: number | null) => {
    if (id !== null && id !== stored) follow(id);
  });
  useEffect(() => followChoice(chosen), [chosen]);

  useEffect(() => {
    if (chosen === null || chosen === before.current) return;
    if (before.current) queries.removeQueries({ queryKey: queryKeys.instance.all(before.current) });
    before.current = chosen;
    props.onEvent({ type: 'instance-changed', instanceId: chosen });
  }, [chosen, props, queries]);

  // At the start an address says more than the host; later the host's wish leads home, into the instance that it asks for.
  const isStart = useRef(true);
  const isAtHome = addressed === null;
  const followHost = useEffectEvent((wish: number, isAnswered: boolean) => {
    if (isAnswered) setAsked(null);
    else if (wish !== addressed) void navigate('/');
  });
  useEffect(() => {
    const isFirst = isStart.current;
    isStart.current = false;
    if (asked !== null) followHost(asked, isAtHome || isFirst);
  }, [asked, isAtHome]);
}
