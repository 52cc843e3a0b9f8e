import { paths } from '@quartermaster/contract/paths.ts';
import type { QueryClient } from '@tanstack/react-query';
import { accountQueries } from '../shared/data/accounts.ts';
import { pathWithin } from '../shared/services/path-within.ts';
import type { Request, UnsavedChanges } from '../shared/services/services.ts';
import type { OtherTabs } from '../shared/session/sign-in-check.ts';

interface FollowOptions {
  request: Request;
  queries: QueryClient;
  unsavedChanges: UnsavedChanges;
  /** The current path and query within the console. */
  path: () => string;
  goTo: (path: string) => Promise<void>;
  /** Reports that the session has expired, and navigates to sign-in with the current path as return address. */
  onExpired: () => Promise<void>;
  /** Discards unsaved input and all cached data, and resets the active instance. */
  clearUserData: () => void;
  /** Resets the active instance, which belongs to the previous user. */
  leaveInstance: () => void;
}

/**
 * Reactions to sign-ins and sign-outs in another tab. `options` is a function because it refers to objects created
 * later.
 */
export function followSignIns(options: () => FollowOptions): OtherTabs {
  return {
    onEnded: async (end) => {
      const { request, queries, unsavedChanges, onExpired, clearUserData } = options();
      // After an expired session, unsaved input is retained for the next sign-in; after signing out it is discarded.
      if (end === 'signed-out') unsavedChanges.clear();
      if (needsSignIn(queries, request)) await onExpired();
      if (end === 'signed-out') clearUserData();
    },
    canContinue: async (findAccount) => {
      const { request, queries, path, goTo, clearUserData } = options();
      const here = new URL(path(), 'https://console.invalid');
      if (here.pathname === paths.signIn) {
        clearUserData();
        await goTo(pathWithin(here.searchParams.get('from')));
        return true;
      }
      const displayed = queries.getQueryData(accountQueries.get(request).queryKey);
      if (displayed) return displayed.id === (await findAccount()).id;
      // Pending responses may belong to either user.
      void queries.resetQueries();
      return true;
    },
    onOtherAccount: () => {
      const { queries, unsavedChanges, goTo, leaveInstance } = options();
      unsavedChanges.clear();
      leaveInstance();
      queries.removeQueries({ type: 'inactive' });
      void queries.resetQueries();
      void goTo(paths.home);
    },
  };
}

/** True on pages that require sign-in: all of them use the account's settings. */
const needsSignIn = (queries: QueryClient, request: Request): boolean =>
  queries
    .getQueryCache()
    .find({ queryKey: accountQueries.settings(request).queryKey })
    ?.isActive() ?? false;
