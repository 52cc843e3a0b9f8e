import { type WorkspaceRoleId, workspaceRoles } from '@quartermaster/contract/access.ts';
import type { JWTPayload } from 'jose';
import { domainOf } from '../../core/identity/email-domain.ts';
import type { Provider } from './provider-service.ts';
import { SignInRefused } from './refused.ts';

/** Who signs in, as a provider says. */
export interface Person {
  subject: string;
  email: string;
  name: string;
}

/** The issuer that all customers of Google share: `hd` says whose account it is. */
const google = 'https://accounts.google.com';

const longestName = 32;

/** Reads the person of verified claims; throws {@link SignInRefused} for one that this provider may not assert. */
export function readPerson(claims: JWTPayload, { issuer, domains }: Pick<Provider, 'issuer' | 'domains'>): Person {
  const { sub: subject, email, email_verified: isVerified, name, hd } = claims;
  if (typeof email !== 'string' || email === '' || !subject) throw new SignInRefused('no-email');
  if (isVerified === false || isVerified === 'false') throw new SignInRefused('unverified-email', { email });
  const isOfTenant = issuer !== google || (typeof hd === 'string' && domains.includes(hd.toLowerCase()));
  if (!domains.includes(domainOf(email)) || !isOfTenant) throw new SignInRefused('domain', { email });
  const shownName = (typeof name === 'string' && name.trim()) || email.replace(/@.*/s, '');
  return { subject, email, name: shownName.replaceAll(/\p{C}/gu, '').slice(0, longestName) };
}

/** The role that claims give; undefined for none. */
export function roleByClaims(
  claims: JWTPayload,
  { claim, rolesByClaim }: Pick<Provider, 'claim' | 'rolesByClaim'>,
): WorkspaceRoleId | undefined {
  if (claim === '') return undefined;
  const values = valuesAt(claims, claim);
  const roles = rolesByClaim.filter(({ value }) => values.includes(value)).map(({ role_id }) => role_id);
  return roles.includes(workspaceRoles.admin) ? workspaceRoles.admin : roles[0];
}

/** The texts of a claim: of that name, or inside of others by their names with dots between. */
function valuesAt(claims: JWTPayload, name: string): string[] {
  const inside = (value: unknown, key: string) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  const found = inside(claims, name) ?? name.split('.').reduce<unknown>(inside, claims);
  return [found].flat().filter((value) => typeof value === 'string');
}

/** Claims about the token, and not about the person. */
const technical = [
  'iss',
  'aud',
  'exp',
  'iat',
  'nbf',
  'nonce',
  'azp',
  'jti',
  'at_hash',
  'c_hash',
  's_hash',
  'sid',
  'rh',
  'uti',
];

/** What an owner is shown of claims: names and values as texts. */
export const shownClaims = (claims: JWTPayload, { most, longest }: { most: number; longest: number }) =>
  Object.entries(claims)
    .filter(([name]) => !technical.includes(name))
    .slice(0, most)
    .map(([name, value]) => ({
      name: name.slice(0, longest),
      value: (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, longest),
    }));
