// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '3.sync.source.all', where: 'POST /instances/{instanceId}/changes', says: "the path's instance is the source" },
  { id: '3.sync.source.some', where: 'POST /instances/{instanceId}/partial-changes', says: "the path's instance is the source" },
  { id: '3.sync.prod', where: 'POST /instances/{instanceId}/changes', says: 'Prod is synced nowhere' },
  // Synced content
  { id: '3.sync.templates', where: 'POST /instances/{instanceId}/changes', says: 'templates are synced' },
  { id: '3.sync.items', where: 'POST /instances/{instanceId}/changes', says: 'items are synced' },
  { id: '3.sync.images', where: 'POST /instances/{instanceId}/changes', says: 'images are synced' },
  { id: '3.sync.menu', where: 'POST /instances/{instanceId}/changes', says: 'the menu is synced' },
  { id: '3.sync.own-version', where: 'POST /instances/{instanceId}/changes', says: 'the version of an item or template is that of its instance' },
  { id: '3.sync.own-revisions', where: 'POST /instances/{instanceId}/changes', says: "the source's revisions are not synced" },
  { id: '3.sync.own-removed-values', where: 'POST /instances/{instanceId}/changes', says: "the source's removed fields with their values are not synced" },
  { id: '3.sync.revision', where: 'POST /instances/{instanceId}/changes', says: 'stores a revision in the target, as a save does' },
  { id: '3.sync.revision-mark', where: 'POST /instances/{instanceId}/changes', says: 'the revision is marked with the sync that stored it' },
  // The list
  { id: '3.sync.list.change', where: 'GET /instances/{instanceId}/changes', says: 'an item has its change: added, updated or removed' },
  { id: '3.sync.list.conflict', where: 'GET /instances/{instanceId}/changes', says: 'an item has whether it is a conflict' },
  // Links
  { id: '3.sync.link.refused', where: 'POST /instances/{instanceId}/partial-changes', says: 'a selected item whose linked items the target lacks answers 422' },
  { id: '3.sync.link.named', where: 'POST /instances/{instanceId}/partial-changes', says: 'the 422 names the linked items' },
  { id: '3.sync.link.selected', where: 'POST /instances/{instanceId}/partial-changes', says: 'it is synced if they are selected, too' },
  { id: '3.sync.link.offer', where: '/instance-sync', says: 'one click selects them, too' },
  // Undo, reviews and differences (docs/decisions/sync.md)
  { id: '3.sync.undo.restores', where: 'POST /instances/{instanceId}/syncs/{syncId}/undo', says: 'brings the target back to how it was' },
  { id: '3.sync.undo.next-sync', where: 'POST /instances/{instanceId}/syncs/{syncId}/undo', says: 'the next sync moves the same without a conflict' },
  { id: '3.sync.undo.changed-since', where: 'POST /instances/{instanceId}/syncs/{syncId}/undo', says: 'what was changed in the target since is a conflict' },
  { id: '3.sync.undo.later-template', where: 'POST /instances/{instanceId}/syncs/{syncId}/undo', says: 'is refused after a later sync of the template' },
  { id: '3.sync.undo.undone', where: 'POST /instances/{instanceId}/syncs/{syncId}/undo', says: 'can itself be undone' },
  { id: '3.sync.undo.earlier', where: 'POST /instances/{instanceId}/syncs/{syncId}/undo', says: 'once a later sync was undone, the earlier one can be too' },
  { id: '3.sync.review.mail', where: 'POST /instances/{instanceId}/sync-reviews', says: 'asks everybody who may move changes by mail' },
  { id: '3.sync.review.apply', where: 'POST /instances/{instanceId}/sync-reviews/{reviewId}/apply', says: 'syncs what was asked for and nothing else' },
  { id: '3.sync.review.current', where: 'POST /instances/{instanceId}/sync-reviews/{reviewId}/apply', says: 'what was edited since it was sent is marked, and applied only by those who have seen it as it is now' },
  { id: '3.sync.review.once', where: 'POST /instances/{instanceId}/sync-reviews/{reviewId}/apply', says: 'a review that is applied or declined cannot be answered again' },
  { id: '3.sync.review.permission', where: 'POST /instances/{instanceId}/sync-reviews/{reviewId}/apply', says: 'can only be answered by those who may move changes' },
  { id: '3.sync.review.answer-mail', where: 'POST /instances/{instanceId}/sync-reviews/{reviewId}/apply', says: 'the requester is mailed the answer with its note' },
  { id: '3.sync.diff.sides', where: 'GET /instances/{instanceId}/changes/items/{templateId}/{itemId}', says: 'an item has the content last synced, that of the source and that of the target' },
  { id: '3.sync.diff.changed-in', where: 'GET /instances/{instanceId}/changes/items/{templateId}/{itemId}', says: 'a field says whether source, target or both have changed it, also where one has emptied it' },
  { id: '3.sync.diff.unknown', where: 'GET /instances/{instanceId}/changes/items/{templateId}/{itemId}', says: 'without the content last synced a field has an unknown origin' },
  { id: '3.sync.diff.merge', where: 'POST /instances/{instanceId}/changes', says: 'a decision by field takes what one side has changed, and needs a word where both have' },
  { id: '3.sync.diff.label', where: 'POST /instances/{instanceId}/changes', says: 'a label that one side has changed needs no word, one that both have does' },
  { id: '3.sync.diff.missing-links', where: 'POST /instances/{instanceId}/changes/check', says: 'links of merged content to what the target lacks are named' },
];
