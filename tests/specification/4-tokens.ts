// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.tokens.secret', where: 'token', says: 'is shown once, stored hashed, listed without its secret, and in no line of the log' },
  { id: '4.tokens.scopes', where: 'token', says: 'the scope is the outer limit, the permissions of the person who made it the inner one' },
  { id: '4.tokens.cookies', where: 'token', says: 'needs no header against forgery, and cookies that are sent with it are ignored' },
  { id: '4.tokens.prod', where: 'token', says: 'no token writes to Prod; "write:dev" writes in Dev only' },
  { id: '4.tokens.people', where: 'token', says: 'none changes members, billing or tokens, nor makes any call that no scope names' },
  { id: '4.tokens.deliver', where: 'token', says: '"deliver" reads exports and builds as the API token of the instance does' },
  { id: '4.tokens.propose', where: 'token', says: '"propose" prepares an import that a person applies' },
  { id: '4.tokens.ends', where: 'token', says: 'is refused from the moment in which it is revoked, and from its expiry on' },
  { id: '4.tokens.maker', where: 'token', says: 'loses at once what the person who made it loses: of a removed person all, of a demoted one the rest' },
  { id: '4.tokens.place', where: 'token', says: 'opens the instances that it names, and no other project' },
  { id: '4.tokens.managed', where: 'token', says: 'is made with EXPORT in each of its instances, with a name of its own; a project has at most 100' },
  { id: '4.tokens.logged', where: 'access log', says: 'made and revoked tokens are in it' },
  { id: '4.tokens.history', where: 'history, activity, trash', says: 'show the name of the token and whose it is, also after it is revoked' },
  { id: '4.tokens.last-use', where: 'token', says: 'its last use is stored to the minute' },
  { id: '4.tokens.one-query', where: 'token', says: 'an access check is one uncached query, as by a session' },
  { id: '4.tokens.page', where: 'Export settings, tokens', says: 'tokens are listed with name, scopes, environments, who made them, expiry, last use and creation; made with a token that is shown once; revoked after a confirmation' },
  { id: '4.tokens.page-access', where: 'Export settings, tokens', says: 'a token is only offered for environments in which the user may export; without EXPORT there is no page' },
  { id: '4.tokens.documented', where: 'GET /openapi.json', says: 'each call says which scopes of tokens open it' },
  { id: '4.tokens.matrix', where: 'all calls', says: 'are open to tokens of each scope as the access table has it, and to no others' },
];
