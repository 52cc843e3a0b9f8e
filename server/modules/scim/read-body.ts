import { AppError } from '../../core/base/errors.ts';
import { attributeName, readFilter } from './filter.ts';
import { scimError } from './scim-error.ts';

/** What a directory says of a user; what it leaves out stays. */
export interface UserInput {
  userName?: string;
  externalId?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  displayName?: string | null;
  active?: boolean;
}

/** What a directory says of a group. */
export interface GroupInput {
  displayName?: string;
  externalId?: string | null;
  members?: MemberChange;
}

/** The ids of users that a group gets and loses. */
export interface MemberChange {
  /** True if it loses all that it does not get. */
  replaces: boolean;
  added: Set<string>;
  removed: Set<string>;
}

export const scimLimits = {
  text: 200,
  address: 320,
  operations: 2000,
  members: 10_000,
  groups: 500,
  tokens: 5,
} as const;

const operationNames = ['add', 'replace', 'remove'] as const;
type OperationName = (typeof operationNames)[number];

interface Operation {
  op: OperationName;
  /** Undefined: the value has the attributes. */
  path: string | undefined;
  value: unknown;
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as an object. */
export function fieldsOf(body: unknown): Fields {
  if (!isFields(body)) throw scimError('invalidSyntax', 'Send an object as JSON.');
  return body;
}

function operationsOf(body: unknown): Operation[] {
  const entry = Object.entries(fieldsOf(body)).find(([name]) => name.toLowerCase() === 'operations');
  const list = entry?.[1];
  if (!Array.isArray(list) || list.length === 0)
    throw scimError('invalidSyntax', 'Send a list of changes in "Operations".');
  if (list.length > scimLimits.operations)
    throw new AppError('too_large', { message: `Send at most ${scimLimits.operations} operations in a request.` });
  return list.map((operation: unknown) => {
    const { op, path, value } = fieldsOf(operation);
    const name = operationNames.find((one) => typeof op === 'string' && op.toLowerCase() === one);
    if (!name) throw scimError('invalidSyntax', '"op" has to be add, replace or remove.');
    if (path !== undefined && path !== null && (typeof path !== 'string' || path.length > 1000))
      throw scimError('invalidPath', '"path" has to be a text of at most 1000 characters.');
    if (typeof path === 'string' && path.trim() !== '') return { op: name, path: path.trim(), value };
    if (name === 'remove') throw scimError('noTarget', 'A removal has to name a "path".');
    return { op: name, path: undefined, value };
  });
}

function textOf(name: string, value: unknown, most: number = scimLimits.text): string {
  if (typeof value !== 'string' || value.length > most)
    throw scimError('invalidValue', `"${name}" has to be a text of at most ${most} characters.`);
  return value;
}

function requiredText(name: string, value: unknown, most?: number): string {
  const text = textOf(name, value, most).trim();
  if (text === '') throw scimError('invalidValue', `"${name}" must not be empty.`);
  return text;
}

const optionalText = (name: string, value: unknown): string | null =>
  value === undefined || value === null ? null : textOf(name, value);

/** Entra can send it as a text. */
function booleanOf(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw scimError('invalidValue', `"${name}" has to be true or false.`);
}

/** Attributes that are not stored, such as phone numbers, are ignored, as RFC 7644 (3.3) allows. */
const userAttributes: Record<string, ((input: UserInput, value: unknown) => void) | undefined> = {
  username: (input, value) => {
    input.userName = requiredText('userName', value, scimLimits.address);
  },
  externalid: (input, value) => {
    input.externalId = optionalText('externalId', value);
  },
  displayname: (input, value) => {
    input.displayName = optionalText('displayName', value);
  },
  'name.givenname': (input, value) => {
    input.givenName = optionalText('name.givenName', value);
  },
  'name.familyname': (input, value) => {
    input.familyName = optionalText('name.familyName', value);
  },
  name: (input, value) => {
    if (value !== undefined && value !== null)
      for (const [name, part] of Object.entries(fieldsOf(value))) setUser(input, `name.${name}`, part);
  },
  active: (input, value) => {
    input.active = booleanOf('active', value);
  },
};

function setUser(input: UserInput, name: string, value: unknown): void {
  const key = attributeName(name);
  if (Object.hasOwn(userAttributes, key)) userAttributes[key]?.(input, value);
}

/** The whole of a user, of POST and PUT. */
export function readUser(body: unknown): UserInput & { userName: string } {
  const input: UserInput = {};
  for (const [name, value] of Object.entries(fieldsOf(body))) setUser(input, name, value);
  if (input.userName === undefined) throw scimError('invalidValue', '"userName" is missing: it is the email address.');
  return { ...input, userName: input.userName };
}

/** The changes of PATCH, the last one of an attribute counts. */
export function readUserPatch(body: unknown): UserInput {
  const input: UserInput = {};
  for (const { op, path, value } of operationsOf(body)) {
    if (path === undefined) for (const [name, part] of Object.entries(fieldsOf(value))) setUser(input, name, part);
    else if (op === 'remove' && /^(username|active)$/.test(attributeName(path)))
      throw scimError('mutability', `"${path}" cannot be removed.`);
    else setUser(input, path, op === 'remove' ? null : value);
  }
  return input;
}

function memberIds(value: unknown): string[] {
  const list: unknown[] = value === undefined || value === null ? [] : [value].flat();
  return list.map((member) => requiredText('members.value', isFields(member) ? member.value : member).toLowerCase());
}

function setMembers(input: GroupInput, op: OperationName, ids: readonly string[]): void {
  input.members ??= { replaces: false, added: new Set(), removed: new Set() };
  const { members } = input;
  if (op === 'replace') {
    members.replaces = true;
    members.added.clear();
  }
  for (const id of ids) {
    (op === 'remove' ? members.removed : members.added).add(id);
    (op === 'remove' ? members.added : members.removed).delete(id);
  }
  if (members.added.size + members.removed.size > scimLimits.members)
    throw new AppError('too_large', { message: `Send at most ${scimLimits.members} members in a request.` });
}

function setGroup(input: GroupInput, op: OperationName, name: string, value: unknown): void {
  const key = attributeName(name);
  if (key === 'displayname') input.displayName = requiredText('displayName', value);
  else if (key === 'externalid') input.externalId = optionalText('externalId', value);
  // Without a value, all are removed.
  else if (key === 'members' && op === 'remove' && (value === undefined || value === null))
    setMembers(input, 'replace', []);
  else if (key === 'members') setMembers(input, op, memberIds(value));
}

/** The whole of a group, of POST and PUT. */
export function readGroup(body: unknown): GroupInput & { displayName: string } {
  const input: GroupInput = {};
  for (const [name, value] of Object.entries(fieldsOf(body))) setGroup(input, 'replace', name, value);
  if (input.displayName === undefined) throw scimError('invalidValue', '"displayName" is missing.');
  return { ...input, displayName: input.displayName };
}

/** The changes of PATCH. */
export function readGroupPatch(body: unknown): GroupInput {
  const input: GroupInput = {};
  for (const { op, path, value } of operationsOf(body)) {
    const [, inBrackets] = /^(?:urn:[\w:.]+:)?members\[(.*)\]$/is.exec(path ?? '') ?? [];
    if (path === undefined) for (const [name, part] of Object.entries(fieldsOf(value))) setGroup(input, op, name, part);
    else if (inBrackets !== undefined) {
      if (op !== 'remove') throw scimError('invalidPath', 'Members are added by the path "members".');
      const ids = readFilter(inBrackets, { value: 'value' }).map((condition) => condition.value.toLowerCase());
      if (ids.length !== 1) throw scimError('invalidPath', 'Name one member in the brackets.');
      setMembers(input, 'remove', ids);
    } else if (op === 'remove' && attributeName(path) === 'displayname')
      throw scimError('mutability', '"displayName" cannot be removed.');
    else setGroup(input, op, path, value);
  }
  return input;
}
