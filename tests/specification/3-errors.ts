// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '3.errors.body.status-code', where: 'every error', says: 'the body has a number status_code' },
  { id: '3.errors.body.error', where: 'every error', says: 'the body has a string error' },
  { id: '3.errors.body.message', where: 'every error', says: 'the body has a string message' },
  { id: '3.errors.body.fields', where: 'every error', says: 'fields, if present, has a message by path' },
  { id: '3.errors.body.catalogue-code', where: 'every error', says: "status_code is the catalogue's code if one applies" },
  { id: '3.errors.body.http-status', where: 'every error', says: 'otherwise status_code is the HTTP status' },
  { id: '3.errors.code.10005-limit', where: 'POST /registration/resend-email', says: 'more than 5 resends in an hour answer 10005' },
  { id: '3.errors.code.10005-help', where: '/registration', says: '10005 leads to /registration/help' },
  { id: '3.errors.code.10006-inline', where: '/registration', says: '10006 shows in place' },
  { id: '3.errors.code.10003-inline', where: '/registration', says: '10003 shows in place' },
  { id: '3.errors.status.404-missing', where: 'every call', says: 'what does not exist answers 404' },
  { id: '3.errors.status.404-other-workspace', where: 'every call', says: 'what exists in a workspace without a role for the caller answers 404' },
  { id: '3.errors.status.403-role', where: 'every call', says: 'a role that does not suffice answers 403' },
  { id: '3.errors.status.403-permission', where: 'every call', says: 'a permission that does not suffice answers 403' },
  { id: '3.errors.status.402-plan', where: 'every call', says: 'what the plan does not include answers 402' },
  { id: '3.errors.status.409-version', where: 'saves', says: 'a version that has moved on answers 409' },
  { id: '3.errors.status.409-taken', where: 'creates and renames', says: 'a name or id that is taken answers 409' },
  { id: '3.errors.status.422-rule', where: 'every call with a body', says: 'a well-formed body that breaks a rule answers 422' },
  { id: '3.errors.status.422-fields', where: 'every call with a body', says: 'fields names what broke the rule' },
  { id: '3.errors.grouped-codes', where: 'error callout', says: 'the grouped code prefixes show their message, as any other' },
];
