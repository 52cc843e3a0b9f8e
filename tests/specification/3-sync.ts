// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '3.sync.source.all', where: 'POST /instances/{instanceId}/changes', says: "the path's instance is the source" },
  { id: '3.sync.source.some', where: 'POST /instances/{instanceId}/partial-changes', says: "the path's instance is the source" },
  { id: '3.sync.prod', where: 'POST /instances/{instanceId}/changes', says: 'Prod is synced nowhere' },
  // What is synced
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
];
