import type { QueryClient } from '@tanstack/react-query';
import { pathWithin } from '../features/sign-in/path-within.ts';
import { accountQueries } from '../shared/data/accounts.ts';
import type { Request, UnsavedChanges } from '../shared/services/services.ts';
import type { Elsewhere } from '../shared/session/cookie-session.ts';

interface FollowOptions {
  request: Request;
  queries: QueryClient;
  unsavedChanges: UnsavedChanges;
  /** Path and query within the console, as they are now. */
  place: () => string;
  goTo: (path: string) => Promise<void>;
  /** Says that the session has ended, and leads to sign-in with the way back. */
  onExpired: () => Promise<void>;
  /** Forgets whatever was read. */
  forget: () => void;
  /** The instance is another person's affair. */
  leaveInstance: () => void;
}

/** What this console does when somebody signs in or out in another tab. `options` may refer to what is made later. */
export function followSignIns(options: () => FollowOptions): Elsewhere {
  return {
    onEnded: async (news) => {
      const { request, queries, unsavedChanges, onExpired, forget } = options();
      // Whoever is to sign in again may stay with what is typed; whoever has signed out has given it up.
      if (news === 'signed-out') unsavedChanges.clear();
      if (needsSignIn(queries, request)) await onExpired();
      if (news === 'signed-out') forget();
    },
    mayGoOn: async (findAccount) => {
      const { request, queries, place, goTo, forget } = options();
      const here = new URL(place(), 'https://console.invalid');
      if (here.pathname === '/login') {
        forget();
        await goTo(pathWithin(here.searchParams.get('from')));
        return true;
      }
      const shown = queries.getQueryData(accountQueries.get(request).queryKey);
      if (shown) return shown.id === (await findAccount()).id;
      // Nobody knows whose answers are on their way.
      void queries.resetQueries();
      return true;
    },
    onOtherPerson: () => {
      const { queries, unsavedChanges, goTo, leaveInstance } = options();
      unsavedChanges.clear();
      leaveInstance();
      queries.removeQueries({ type: 'inactive' });
      void queries.resetQueries();
      void goTo('/');
    },
  };
}

/** True on pages for whoever is signed in: all of them show what the account's settings say. */
const needsSignIn = (queries: QueryClient, request: Request): boolean =>
  queries
    .getQueryCache()
    .find({ queryKey: accountQueries.settings(request).queryKey })
    ?.isActive() ?? false;
