// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.proposals.create', where: 'POST …/proposals', says: 'stores changes to items of several templates, which change nothing until a person applies them' },
  { id: '4.proposals.links', where: 'POST …/proposals', says: 'links new items of all its templates to each other by their keys' },
  { id: '4.proposals.refused', where: 'POST …/proposals', says: 'names all items that a rule refuses, and then stores nothing; also if nothing would change' },
  { id: '4.proposals.bounds', where: 'POST …/proposals', says: 'refuses more than 1,000 items or 4 MiB, a template twice, and more than 200 open ones' },
  { id: '4.proposals.check', where: 'POST …/proposals/check', says: 'checks the same and stores nothing' },
  { id: '4.proposals.fresh', where: 'GET …/proposals/{id}', says: 'says what applying would do to the current items, by line and field, page by page' },
  { id: '4.proposals.outdated', where: 'GET …/proposals/{id}', says: 'says what no longer fits the templates, and why it cannot be checked' },
  { id: '4.proposals.list', where: 'GET …/proposals', says: 'lists the proposals of an instance, newest first, also of one state' },
  { id: '4.proposals.apply', where: 'POST …/apply', says: 'changes the items of all templates as one change set of the applier, or nothing' },
  { id: '4.proposals.undo', where: 'POST …/change-sets/{id}/undo', says: 'undoes an applied proposal as one' },
  { id: '4.proposals.conflicts', where: 'POST …/apply', says: 'needs a decision on each field that was changed since, of one item, of fields or for all' },
  { id: '4.proposals.leaveout', where: 'POST …/apply', says: 'leaves out lines, and refuses those that need them' },
  { id: '4.proposals.seen', where: 'POST …/apply', says: 'is refused if it would not do what was reviewed' },
  { id: '4.proposals.rights', where: 'POST …/apply', says: 'creates items and changes read-only fields only with the rights of the applier' },
  { id: '4.proposals.people', where: 'POST …/proposals', says: 'can be made with READ or a token; only a person with the permission to save applies or declines' },
  { id: '4.proposals.scope', where: '…/proposals/{id}', says: 'are found in their instance only' },
  { id: '4.proposals.twice', where: 'POST …/proposals', says: 'stores a request with the same idempotency key once' },
  { id: '4.proposals.decline', where: 'POST …/decline', says: 'ends a proposal with a note, and changes nothing' },
  { id: '4.proposals.mail', where: 'mail', says: 'informs the proposer of a decision of someone else' },
  { id: '4.proposals.kept', where: 'job', says: 'deletes open proposals after 90 days, and decided ones after 30' },
  { id: '4.proposals.race', where: 'POST …/apply, …/decline', says: 'of several decisions at the same time, one wins' },
  { id: '4.proposals.model', where: 'POST …/apply', says: 'in any order of edits, proposals and undos, the items are what a simple model says' },
];
