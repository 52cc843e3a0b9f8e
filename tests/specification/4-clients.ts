// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.clients.whole', where: 'client for games', says: 'a game switches to a build when all its files are verified, and reads files of one build only' },
  { id: '4.clients.unchanged', where: 'client for games', says: 'an unchanged channel costs one call with 304, another build its manifest and the files that are new' },
  { id: '4.clients.images', where: 'client for games', says: 'images are read by their paths, verified, and stay in the cache while the build has them' },
  { id: '4.clients.version', where: 'client for games', says: 'a game gets the build for its version, and refuses one that it cannot read' },
  { id: '4.clients.refused', where: 'client for games', says: 'wrong signatures, keys, instances, formats, bytes and sizes are refused, and builds before a given one' },
  { id: '4.clients.last-good', where: 'client for games', says: 'the last good build stays if network, server or disk fail' },
  { id: '4.clients.healed', where: 'client for games', says: 'wrong bytes in the cache are never read, and fetched again by the next update' },
  { id: '4.clients.keys', where: 'client for games', says: 'follows the rotation of keys: one signature by a known key is enough' },
  { id: '4.clients.deltas', where: 'client for games', says: 'a delta from a file in the cache is fetched instead of the file, if the game can apply it; whatever is wrong with it, the whole file follows' },
  { id: '4.clients.token', where: 'client for games', says: 'reads builds that are not public with a token' },
  { id: '4.clients.small', where: 'client for games', says: 'at most 150 lines without a dependency, for TypeScript and C#' },
  { id: '4.clients.csharp', where: 'client for games', says: 'the C# client takes the same options and makes the same calls' },
  { id: '4.clients.download', where: '/settings/export-settings', says: 'the clients are downloaded as they are tested' },
  { id: '4.clients.many', where: 'client for games', says: '10,000 of them through publishes, rollbacks, retention, broken networks and caches: no mixed build, no unverified byte, healed within one round' },
];
