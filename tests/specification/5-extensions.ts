// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

/** A say before a save: webhooks that are asked, and events of single saves. */
export const rows: Row[] = [
  { id: '5.check.saved', where: 'message', says: '"item.saved" and "template.saved" for single saves and deletions, with ids and numbers; a change set sends one "change_set.applied"' },
];
