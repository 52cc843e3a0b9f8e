import { useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFollowInstance } from '../../../shared/access/activate-instance.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { useApp } from '../../context/app-context.ts';
import { hostInstanceAtom } from '../../context/host-instance.ts';

interface Following {
  /** The instance of the current page; `null` if there is none. */
  chosen: number | null;
  /** The account's stored instance. */
  stored: number;
  addressed: number | null;
}

/** Side effects of switching to another instance: updates the server, the host and the caches. */
export function useInstanceSync({ chosen, stored, addressed }: Following): void {
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

  // Initially the URL takes precedence over the host's instance; later the host's request navigates to that instance.
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
