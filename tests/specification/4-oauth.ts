// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.oauth.flow', where: 'OAuth', says: 'connects an assistant by a code with PKCE: a token with at most what it asked for and a person allowed' },
  { id: '4.oauth.code', where: 'POST /oauth/token', says: 'takes a code once, within 5 minutes, only from the client that it was made for and with its verifier' },
  { id: '4.oauth.access', where: 'OAuth', says: 'a person allows no more than they may: their access is checked when they allow it and when the code is exchanged' },
  { id: '4.oauth.redirect', where: 'OAuth', says: 'answers are only sent to addresses that the client has registered, which run no code and read no files' },
  { id: '4.oauth.registration', where: 'POST /oauth/register', says: 'registers a client without storing anything, as often as a network may call it' },
  { id: '4.oauth.page', where: 'Connect an assistant', says: 'says what the assistant can and cannot do and where the answer goes, and allows or denies it' },
];
