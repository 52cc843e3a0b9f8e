import type { BillingChange } from '@quartermaster/contract/billing.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';

/** A change that was asked for and that the subscription does not show yet; `late` once nobody waits for it any more. */
export interface AwaitedChange {
  change: BillingChange;
  /** The subscription when the change was requested. */
  before: Subscription;
  state: 'waiting' | 'late';
}

/** The changes that are waited for, by workspace id. */
export const awaitedChangesAtom = atom<ReadonlyMap<number, AwaitedChange>>(new Map());

/** The change of a workspace's subscription that was asked for and is not there yet. */
export const useAwaitedChange = (workspaceId: number): AwaitedChange | undefined =>
  useAtomValue(awaitedChangesAtom).get(workspaceId);

/** A function that says what is waited for, or with `undefined` that it is there. */
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
