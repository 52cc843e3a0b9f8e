import type { BillingChange } from '@quartermaster/contract/billing.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';

/** A requested change that the subscription does not show yet; `late` after the timeout. */
export interface AwaitedChange {
  change: BillingChange;
  /** The subscription when the change was requested. */
  before: Subscription;
  state: 'waiting' | 'late';
}

/** The pending changes, by workspace id. */
export const awaitedChangesAtom = atom<ReadonlyMap<number, AwaitedChange>>(new Map());

/** The pending change of a workspace's subscription. */
export const useAwaitedChange = (workspaceId: number): AwaitedChange | undefined =>
  useAtomValue(awaitedChangesAtom).get(workspaceId);

/** Sets the pending change of a workspace, or with `undefined` clears it. */
export function useSetAwaitedChange(): (workspaceId: number, awaited: AwaitedChange | undefined) => void {
  const set = useSetAtom(awaitedChangesAtom);
  return useCallback(
    (workspaceId, awaited) =>
      set((before) => {
        const after = new Map(before);
        if (awaited) after.set(workspaceId, awaited);
        else after.delete(workspaceId);
        return after;
      }),
    [set],
  );
}
