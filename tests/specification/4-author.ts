// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.author.stored', where: 'revisions, syncs, bulk edits, exports', says: 'who made a change (an account, a token or the system) is stored with it, and by which feature' },
  { id: '4.author.asked', where: 'reviews, access log', says: 'who requested and answered a review, and who changed access, is stored: an account, a token or the system' },
  { id: '4.author.left', where: 'history, changes, reviews, latest edits, conflicts, access log', says: 'the name of a member who has left stays' },
  { id: '4.author.deleted', where: 'history, changes, reviews', says: 'the author is shown as a deleted account once the account is deleted; the access log keeps the name' },
  { id: '4.author.upgrade', where: 'upgrade', says: 'the syncs, reviews, removed fields and exports of the release before keep their authors, can be opened, undone, answered and restored' },
];
