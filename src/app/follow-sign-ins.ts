import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { queryKeys } from '../shared/http/query-keys.ts';
import { pathWithin } from '../shared/services/path-within.ts';
import type { SessionEnd } from '../shared/session/session-channel.ts';
import type { OtherTabs } from '../shared/session/sign-in-check.ts';
import type { PageCache } from './context/page-cache.ts';
import type { PageMember } from './page-member.ts';

interface FollowOptions {
  members: ReadonlySet<PageMember>;
  cache: PageCache;
}

/** How the consoles of a page react to a sign-in or sign-out in one of them, or in another tab. */
export function followSignIns({ members, cache }: FollowOptions) {
  const clear = () => {
    for (const member of members) member.clear();
    cache.clear();
  };
  const here = ({ path }: PageMember) => new URL(path(), 'https://console.invalid');
  /** True on pages that require sign-in: all of them use the account's settings. */
  const needsSignIn = ({ queries }: PageMember) =>
    cache.findAll({ queryKey: queryKeys.account.settings }).some(queries.isShown);
  const end = async (ended: Iterable<PageMember>, reason: SessionEnd) => {
    const all = [...ended];
    // After an expired session, unsaved input is retained for the next sign-in; after signing out it is discarded.
    if (reason === 'signed-out') for (const { unsavedChanges } of all) unsavedChanges.clear();
    await Promise.all(all.filter(needsSignIn).map((member) => member.onExpired()));
  };
  /** Continues where the sign-in was asked for; returns false if it is shown in none of them. */
  const leaveSignIn = async (signedOut: Iterable<PageMember>) => {
    const all = [...signedOut].map((member) => ({ member, at: here(member) }));
    const waiting = all.filter(({ at }) => at.pathname === paths.signIn);
    if (waiting.length === 0) return false;
    clear();
    await Promise.all(waiting.map(({ member, at }) => member.goTo(pathWithin(at.searchParams.get('from')))));
    return true;
  };
  const otherTabs: OtherTabs = {
    onEnded: async (reason) => {
      await end(members, reason);
      if (reason === 'signed-out') clear();
    },
    canContinue: async (findAccount) => {
      if (await leaveSignIn(members)) return true;
      const displayed = cache.client.getQueryData<Output<typeof accounts.get>>(queryKeys.account.get);
      if (displayed) return displayed.id === (await findAccount()).id;
      // Pending responses may belong to either user.
      void cache.client.resetQueries();
      return true;
    },
    onOtherAccount: () => {
      for (const member of members) {
        member.unsavedChanges.clear();
        member.leaveInstance();
      }
      cache.client.removeQueries({ type: 'inactive' });
      void cache.client.resetQueries();
      for (const member of members) void member.goTo(paths.home);
    },
  };
  const othersThan = (self: PageMember) => [...members].filter((member) => member !== self);
  return {
    otherTabs,
    /** Clears what belongs to the user before, and lets the other consoles continue once the session has begun. */
    begin: (self: PageMember, beginSession: () => void) => {
      clear();
      beginSession();
      void leaveSignIn(othersThan(self));
    },
    /** The same for a sign-out. */
    end: (self: PageMember, endSession: () => void) => {
      void end(othersThan(self), 'signed-out');
      clear();
      endSession();
    },
  };
}
