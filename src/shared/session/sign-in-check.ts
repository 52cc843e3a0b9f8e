import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { notSignedIn } from './session.ts';
import type { SessionEnd } from './session-channel.ts';
import type { SessionState } from './session-state.ts';

/** The account of a session. */
export type Account = Output<typeof accounts.get>;

/** How a console reacts to other tabs of the browser, and to other consoles on its page. */
export interface OtherTabs {
  /** The session has ended there: by signing out, or because it expired on the server. */
  onEnded: (end: SessionEnd) => void;
  /** A user has signed in there: resolves to true if this console can continue, as it shows the same account or none. */
  canContinue: (findAccount: () => Promise<Account>) => Promise<boolean>;
  /** A different account has signed in there, and all pending calls of this console have failed. */
  onOtherAccount: () => void;
}

interface SignInCheckOptions {
  state: SessionState;
  /** Undefined if other tabs need not be considered. */
  otherTabs: OtherTabs | undefined;
  findAccount: () => Promise<Account>;
}

/**
 * Checks whether the console can continue after a user has signed in in another tab; the returned function takes the id of the last known
 * sign-in. Calls that wait for a check share it.
 */
export function createSignInCheck({ state, otherTabs, findAccount }: SignInCheckOptions) {
  let checking: Promise<void> | null = null;
  const check = async ({ canContinue, onOtherAccount }: OtherTabs, other: string) => {
    const undoAdopt = state.adopt(other);
    let isSame: boolean;
    try {
      isSame = await canContinue(findAccount);
    } catch (error) {
      // The account is still unknown: the next call tries again.
      undoAdopt();
      throw error;
    } finally {
      checking = null;
    }
    if (isSame) return;
    onOtherAccount();
    throw notSignedIn();
  };
  return (signIn: string | null): Promise<void> | null => {
    if (otherTabs && signIn !== null && state.isUnknown(signIn)) checking ??= check(otherTabs, signIn);
    return checking;
  };
}
