import { attributeName } from './filter.ts';
import type { AnsweredGroup } from './group-service.ts';
import { scimError } from './scim-error.ts';
import type { Part, UserRow } from './user-repository.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** What a request asks for in its address. */
export type Search = Readonly<Record<string, unknown>>;

type Resource = Record<string, unknown> & { id: string };

const textIn = (search: Search, name: string): string => {
  const value = search[name];
  return typeof value === 'string' ? value : '';
};

/** The filter of a request; undefined without one. */
export const filterOf = (search: Search): string | undefined => textIn(search, 'filter').trim() || undefined;

const pages = { usual: 100, most: 200 } as const;
const furthest = 1_000_000;

function numberIn(search: Search, name: string, usual: number, most: number): number {
  const text = textIn(search, name);
  if (text === '') return usual;
  if (!/^-?\d{1,15}$/.test(text)) throw scimError('invalidValue', `"${name}" has to be a whole number.`);
  return Math.min(Number(text), most);
}

/** The part of a list that a request asks for; numbers below their range mean the lowest (RFC 7644, 3.4.2.4). */
export const partOf = (search: Search): Part => ({
  skipped: Math.max(1, numberIn(search, 'startIndex', 1, furthest)) - 1,
  count: Math.max(0, numberIn(search, 'count', pages.usual, pages.most)),
});

const namesIn = (search: Search, name: string): string[] =>
  textIn(search, name)
    .split(',')
    .map((part) => attributeName(part.trim()).split('.')[0] ?? '')
    .filter(Boolean);

/** True if an answer has an attribute; `isUsual` without a word of the request. */
export function hasAttribute(search: Search, name: string, isUsual = true): boolean {
  const key = name.toLowerCase();
  if (namesIn(search, 'excludedAttributes').includes(key)) return false;
  const asked = namesIn(search, 'attributes');
  return asked.length === 0 ? isUsual : asked.includes(key);
}

const alwaysSent = ['schemas', 'id'];

const pick = (resource: Resource, search: Search): Resource =>
  Object.fromEntries(
    Object.entries(resource).filter(([name]) => alwaysSent.includes(name) || hasAttribute(search, name)),
  ) as Resource;

interface Dates {
  created_at: Date;
  changed_at: Date;
}

const metaOf = (resourceType: 'User' | 'Group', address: string, id: string, { created_at, changed_at }: Dates) => ({
  resourceType,
  created: created_at.toISOString(),
  lastModified: changed_at.toISOString(),
  location: `${address}/${resourceType}s/${id}`,
});

/** A user as it is answered. The names are those that the directory has sent. */
export function toUser(user: UserRow, address: string, search: Search): Resource {
  const { scim_id: id, user_name: userName, external_id, given_name, family_name, display_name } = user;
  const name = {
    ...(given_name !== null && { givenName: given_name }),
    ...(family_name !== null && { familyName: family_name }),
  };
  const resource = {
    schemas: [userSchema],
    id,
    ...(external_id !== null && { externalId: external_id }),
    userName,
    ...(Object.keys(name).length > 0 && { name }),
    ...(display_name !== null && { displayName: display_name }),
    emails: [{ value: userName, type: 'work', primary: true }],
    active: user.role_id !== null,
    meta: metaOf('User', address, id, user),
  };
  return pick(resource, search);
}

/** A group as it is answered. */
export function toGroup({ group, members }: AnsweredGroup, address: string, search: Search): Resource {
  const { scim_id: id, display_name, external_id } = group;
  const resource = {
    schemas: [groupSchema],
    id,
    ...(external_id !== null && { externalId: external_id }),
    displayName: display_name,
    ...(members && { members: members.map(({ scim_id, user_name }) => ({ value: scim_id, display: user_name })) }),
    meta: metaOf('Group', address, id, group),
  };
  return pick(resource, search);
}

/** A part of a list as it is answered. */
export const toList = (resources: readonly object[], total: number, { skipped }: Part) => ({
  schemas: [listSchema],
  totalResults: total,
  startIndex: skipped + 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
