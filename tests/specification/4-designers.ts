// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.designers.sync-what', where: '/instance-sync', says: 'the row of an updated item says what changes: "Cost 4000 → 4200", "3 fields", "Roles: 1 row added"' },
  { id: '4.designers.sync-what-bounded', where: 'GET /instances/{instanceId}/changes', says: 'what changes comes with the list, for up to 1,000 items and 4 MiB of them' },
  { id: '4.designers.sync-conflicts', where: '/instance-sync', says: 'the list can be limited to conflicts, in its address, too' },
  { id: '4.designers.home-environments', where: '/', says: 'the other environments lead to their dashboard, and what one is ahead of the next to the sync that moves it' },
  { id: '4.designers.list-reveals', where: 'items list', says: 'a column that the list is sorted or filtered by comes into view next to the columns that stay there' },
  { id: '4.designers.list-conditions', where: 'items list', says: 'conditions of numbers are "at least (≥)", "at most (≤)", "more than (>)" and "less than (<)"' },
  { id: '4.designers.error-details', where: 'toasts and callouts', says: 'the id of a failure is behind "Details"' },
  { id: '4.designers.error-once', where: 'every failed call', says: 'is reported once: in the callout of its form or dialog, on the page that it keeps from loading, or else in a toast' },
  { id: '4.designers.error-connection', where: 'toasts and callouts', says: 'the message about a call without an answer goes once the connection is back, except for the toast about a change' },
  { id: '4.designers.waiting', where: '/', says: 'what waits for the user follows the environments: open reviews by others, conflicts, and the export that has failed last, each with a link; nothing of what the user may not act on' },
  { id: '4.designers.demo-waiting', where: 'the demo', says: '12 edits of prices by a designer wait in Dev; one is a conflict with a hotfix in Stage, the others are in a review' },
  { id: '4.designers.demo-labels', where: 'the demo', says: 'portraits are drawn from the data of the heroes, each another; labels are what people call a field, and keys those of the game' },
  { id: '4.designers.gallery', where: 'lists of images', says: 'a list of links to images shows their pictures, in cells and in the form' },
  { id: '4.designers.tags', where: 'item form', says: 'rows of a single short value are next to each other, without columns' },
  { id: '4.designers.line', where: 'item form', says: 'a group of one field has no frame' },
  { id: '4.designers.name', where: 'item form', says: 'the name of the item stands out in the header, next to its template and id' },
  { id: '4.designers.aside', where: 'item form', says: 'from 1,280 px of the console on, used by, links and history are in a panel next to the form, which loads them when it is open, and stays open for the next item' },
  { id: '4.designers.outline', where: 'item form', says: 'from 20 fields on, and 1,280 px of the console, the groups of the form are listed next to it; each is one click away, also if it is not rendered yet' },
  { id: '4.designers.home-order', where: '/', says: 'environments come first, then what waits and the last edits, then the templates, and the cards of page 1 in one line' },
];
