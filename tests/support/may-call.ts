import type { AccessRow, Caller, Place, ScopeName, SubscriptionCase } from '../server/access-table.ts';

/** The result that the table requires for a cell: `null` if the call is allowed, otherwise the status and error. */
export type Expected = readonly [status: 401 | 402 | 403 | 404, error: string] | null;

const signIn = [401, 'unauthorized'] as const;
const nothingHere = [404, 'not_found'] as const;
const notAllowed = [403, 'forbidden'] as const;
const outOfScope = [403, 'scope'] as const;

/** The environments of each plan, and how many projects of this test it allows. */
const has = {
  free: { environments: ['Dev'], projects: 1 },
  starter: { environments: ['Dev', 'Stage', 'Prod'], projects: 3 },
  teams: { environments: ['Dev', 'Stage', 'Prod'], projects: 3 },
} as const;

/**
 * Whether a caller may make a call of a row of the table, with a subscription of the workspace, in one of its instances. 3 "Errors" defines
 * the status; callers without access must not learn the plan, so roles and permissions come first, then the environment.
 */
export function mayCall(
  [who, does, where, plan]: AccessRow,
  caller: Caller,
  subscription: SubscriptionCase,
  place: Place,
  scopes: readonly ScopeName[] = [],
): Expected {
  if (who === 'anyone') return null;
  if (caller.tokenScopes) {
    const outside = outsideOf(caller.tokenScopes, scopes, { does, place });
    if (outside) return outside;
    // Showing the API token needs EXPORT, and so does doing the same by a scope.
    if (who === 'API token') return isAllowedTo('EXPORT', caller) ? null : notAllowed;
  } else if (who === 'API token') {
    if (!caller.token) return signIn;
    return caller.token === 'of the instance' ? null : nothingHere;
  }
  if (!caller.signedIn) return signIn;
  if (where === '-') return null;
  if (where === 'owned') return mayOwnAnother(caller, subscription);
  if (!caller.role) return nothingHere;
  if (!isAllowedTo(who, caller)) return notAllowed;
  if (where === 'Dev' && place.env !== 'Dev') return [403, 'environment'];
  if (does === 'changes') {
    if (subscription.isClosed) return [402, 'canceled'];
    if (isReadOnly(where, subscription, place)) return [402, 'plan'];
  }
  if (!includes(plan, subscription)) return [402, 'plan'];
  // An admin sees the plan anyway; the error that they have to be added comes last.
  return who === 'owner, admin in the project' && caller.holds.length === 0 ? notAllowed : null;
}

/** The outer limit of a token: its scopes, its project, and no environment but Dev for what changes content. */
function outsideOf(
  held: readonly ScopeName[],
  scopes: readonly ScopeName[],
  { does, place }: { does: AccessRow[1]; place: Place },
): Expected {
  if (scopes.length === 0) return outOfScope;
  if (place.project !== 'first') return nothingHere;
  const usable = scopes.filter((scope) => held.includes(scope));
  if (usable.length === 0) return outOfScope;
  if (does === 'views' || place.env === 'Dev') return null;
  return usable.includes('propose') && place.env === 'Stage' ? null : [403, 'environment'];
}

function isAllowedTo(who: AccessRow[0], { role, holds }: Caller): boolean {
  if (who === 'any role') return true;
  if (who === 'owner') return role === 'owner';
  if (who === 'owner, admin' || who === 'owner, admin in the project') return role === 'owner' || role === 'admin';
  return who.split(' and ').every((permission) => holds.some((held) => held === permission));
}

/** Everyone may create a first workspace; a further one requires a paid plan in an existing one. */
function mayOwnAnother({ role, owns }: Caller, subscription: SubscriptionCase): Expected {
  if (owns === 'teams') return null;
  if (role !== 'owner') return null;
  return !subscription.isClosed && includes('Starter, Teams', subscription) ? null : [402, 'plan'];
}

function isReadOnly(where: AccessRow[2], { counts }: SubscriptionCase, { env, project }: Place): boolean {
  if (where === 'workspace') return false;
  const { environments, projects } = has[counts];
  if (project === 'second' && projects < 2) return true;
  return where !== 'project' && !environments.some((one) => one === env);
}

function includes(plan: AccessRow[3], { counts }: SubscriptionCase): boolean {
  if (plan === 'Teams') return counts === 'teams';
  return plan === 'any' || counts !== 'free';
}
