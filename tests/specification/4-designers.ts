// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.designers.sync-what', where: '/instance-sync', says: 'the row of an updated item says what changes: "Cost 4000 → 4200", "3 fields", "Roles: 1 row added"' },
  { id: '4.designers.sync-what-bounded', where: 'GET /instances/{instanceId}/changes', says: 'what changes comes with the list, for up to 1,000 items and 4 MiB of them' },
  { id: '4.designers.sync-conflicts', where: '/instance-sync', says: 'the list can be limited to conflicts, in its address, too' },
  { id: '4.designers.home-environments', where: '/', says: 'the other environments lead to their dashboard, and what one is behind to the sync that moves it' },
  { id: '4.designers.list-reveals', where: 'items list', says: 'a column that the list is sorted or filtered by comes into view next to the columns that stay there' },
  { id: '4.designers.list-conditions', where: 'items list', says: 'conditions of numbers are "at least (≥)", "at most (≤)", "more than (>)" and "less than (<)"' },
  { id: '4.designers.error-details', where: 'toasts and callouts', says: 'the id of a failure is behind "Details"' },
  { id: '4.designers.error-once', where: 'every failed call', says: 'is reported once: in the callout of its form or dialog, on the page that it keeps from loading, or else in a toast' },
  { id: '4.designers.error-connection', where: 'toasts and callouts', says: 'the message about a call without an answer goes once the connection is back' },
  { id: '4.designers.home-order', where: '/', says: 'environments and the last edits come first, then the tools as a list, then the templates' },
];
