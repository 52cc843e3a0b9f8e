// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.activity-page.list', where: 'activity', says: 'what was done in a project, newest first, by day, endless' },
  { id: '4.activity-page.links', where: 'activity', says: 'each line leads to its place: what was deleted to the trash' },
  { id: '4.activity-page.opens', where: 'activity', says: 'changes of many items are one line, which opens in place' },
  { id: '4.activity-page.filters', where: 'activity', says: 'filtered by person, template, environment, origin, kind and dates, in its address' },
  { id: '4.activity-page.dates', where: 'activity', says: 'dates are a range, with usual ones to choose: today, yesterday, the last 7 or 30 days' },
  { id: '4.activity-page.csv', where: 'activity', says: 'what matches is exported as CSV' },
  { id: '4.activity-page.kept', where: 'project settings', says: 'how much history is kept, and for how long' },
];
