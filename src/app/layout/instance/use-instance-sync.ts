import { paths } from '@quartermaster/contract/paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useAtom, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFollowInstance } from '../../../shared/access/activate-instance.ts';
import { hostInstanceAtom } from '../../../shared/access/active-instance.ts';
import { createEventId } from '../../../shared/http/event-id.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { useApp } from '../../context/app-context.ts';
import { instanceRequestAtom } from '../../context/instance-request.ts';

interface Following {
  /** The instance of the current page; `null` if there is none. */
  chosen: number | null;
  /** The instance chosen by the host for this mount, otherwise the account's; `null` until it is known. */
  current: number | null;
  addressed: number | null;
  /** False if the user has no access to the requested instance. */
  isRequestAllowed: boolean;
}

/** Side effects of switching to another instance: updates the server, the host and the caches. */
export function useInstanceSync({ chosen, current, addressed, isRequestAllowed }: Following): void {
  const { props } = useApp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const follow = useFollowInstance();
  const [requested, setRequested] = useAtom(instanceRequestAtom);
  const setHostInstance = useSetAtom(hostInstanceAtom);
  const before = useRef<number | null>(null);
  const isRequestedByHost = requested?.isOfHost === true && requested.id === chosen;

  // Only a new choice counts: while switching on the way to the dashboard, the account's setting is ahead of the URL.
  const followChoice = useEffectEvent((id: number | null) => {
    if (isRequestedByHost) setHostInstance(id);
    else if (id !== null && id !== current) follow(id);
  });
  const isKnown = current !== null;
  useEffect(() => {
    if (isKnown) followChoice(chosen);
  }, [chosen, isKnown]);

  const notifyHost = useEffectEvent((instanceId: number) => {
    if (!isRequestedByHost) props.onEvent({ type: 'instance-changed', instanceId });
  });
  useEffect(() => {
    if (chosen === null || chosen === before.current) return;
    if (before.current) queries.removeQueries({ queryKey: queryKeys.instance.one(before.current), type: 'inactive' });
    before.current = chosen;
    notifyHost(chosen);
  }, [chosen, queries]);

  const refuse = (id: number) => {
    const message = `The prop "activeInstanceId" must be an instance that the user may see, and it is ${id}.`;
    props.onEvent({ type: 'error', phase: 'instance', fatal: false, id: createEventId(), message });
    setRequested(null);
  };
  // Initially the URL takes precedence over the host's instance; later, a change by the host navigates to that instance.
  const isStart = useRef(true);
  const isAtHome = addressed === null;
  const followRequest = useEffectEvent(({ id, isOfHost }: NonNullable<typeof requested>, isAnswered: boolean) => {
    if (isOfHost && !isRequestAllowed) refuse(id);
    else if (isAnswered) setRequested(null);
    else if (id !== addressed) void navigate(paths.home);
  });
  useEffect(() => {
    const isFirst = isStart.current;
    isStart.current = false;
    if (requested !== null) followRequest(requested, isAtHome || isFirst);
  }, [requested, isAtHome]);
}
