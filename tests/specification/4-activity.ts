// biome-ignore-all format: one line per row, so that the rows can be compared with the specification
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.activity.entries', where: 'GET projects/:projectId/activity', says: 'saves, template and menu changes, exports and change sets are listed, newest first, with the person, the origin and the current names' },
  { id: '4.activity.at-once', where: 'GET projects/:projectId/activity', says: 'a list shows what was done before the call' },
  { id: '4.activity.change-set', where: 'GET projects/:projectId/activity', says: 'a change set is one entry, found by each of its templates' },
  { id: '4.activity.members', where: 'GET projects/:projectId/activity', says: 'changes of what members may do in the project are listed' },
  { id: '4.activity.access', where: 'GET projects/:projectId/activity', says: 'what a caller may not read shows in no entry, person, count or CSV' },
  { id: '4.activity.filters', where: 'GET projects/:projectId/activity', says: 'any combination of person, template, environment, origin, kind and dates returns exactly what matches, page by page' },
  { id: '4.activity.people', where: 'GET projects/:projectId/activity/people', says: 'those who have done something are listed by name' },
  { id: '4.activity.csv', where: 'GET projects/:projectId/activity/csv', says: 'all entries that match as CSV, without formulas' },
  { id: '4.activity.once', where: 'activity', says: 'servers that add entries at once, or die meanwhile, add each once and leave none out' },
];
