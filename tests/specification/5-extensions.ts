// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

/** A say before a save: webhooks that are asked, and events of single saves. */
export const rows: Row[] = [
  { id: '5.check.saved', where: 'message', says: '"item.saved" and "template.saved" for single saves and deletions, with ids and numbers; a change set sends one "change_set.applied"' },
  { id: '5.check.signed', where: 'check.requested', says: 'is signed as other messages, has the items as they are then written, and is logged without their content' },
  { id: '5.check.doors', where: 'items', says: 'every way in which items are written asks before, but for changes of their template, in its check and when it is applied, undo and restore included' },
  { id: '5.check.others', where: 'items, templates', says: 'deletions of items and changes of a template ask before', isOpen: true },
  { id: '5.check.places', where: 'answer', says: 'refuses items by field path, where refusals of rules stand; one of an unknown field is about the item' },
  { id: '5.check.fails', where: 'answer', says: 'one that is slow, down, lying, oversized or broken is a failure, which is named in the log; saves go through or are refused, as chosen' },
  { id: '5.check.breaker', where: 'webhook', says: 'after 5 failures in a row it is not asked for a minute; until then saves go through or are refused, as chosen' },
  { id: '5.check.chain', where: 'webhook', says: 'a receiver that saves before it answers has a bounded number of open messages, and the chain of them ends' },
  { id: '5.check.again', where: 'POST …/items', says: 'a save that merges with what others have saved asks about what it then writes, and asks again if that has changed' },
  { id: '5.check.batched', where: 'check.requested', says: '250 items at a time: 1,000 imported rows cost 10 calls or fewer' },
  { id: '5.check.free', where: 'POST …/items', says: 'without a webhook to ask, a save makes no further query' },
  { id: '5.check.page', where: 'Exported data', says: 'a webhook is asked before saves, which go through or are refused if it fails; a pause is shown' },
];
