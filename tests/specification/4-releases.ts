// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.releases.planned', where: 'POST /instances/{instanceId}/releases', says: 'a selection or everything, with a name and notes, now, later or at a time, checked like a sync' },
  { id: '4.releases.time', where: 'POST /instances/{instanceId}/releases', says: 'the time is stored in UTC with its zone; it lies in the future, and the zone exists' },
  { id: '4.releases.zones', where: 'time of a release', says: 'is the chosen local time in 40 time zones, also around both clock changes' },
  { id: '4.releases.by-hand', where: 'POST /instances/{instanceId}/releases/{releaseId}/publish', says: 'is published now, as one sync with the name as its note' },
  { id: '4.releases.at-time', where: 'release', says: 'is published at its time, at most a second late, with what the source has then' },
  { id: '4.releases.late', where: 'release', says: 'is published by a server that was down at its time, up to 24 hours later; then it is refused' },
  { id: '4.releases.once', where: 'release', says: 'is published exactly once, also by two servers and if servers are killed around its time' },
  { id: '4.releases.refused', where: 'release', says: 'valid when it was planned and not at its time: nothing has changed, its people get a mail with the reason, and "release.refused" is sent' },
  { id: '4.releases.access-at-time', where: 'release', says: 'the permissions of the person who planned it are read again at its time' },
  { id: '4.releases.decided', where: 'release', says: 'a decision on a conflict does not apply to a later edit' },
  { id: '4.releases.cancelled', where: 'POST /instances/{instanceId}/releases/{releaseId}/cancel', says: 'is not published' },
  { id: '4.releases.moved', where: 'POST /instances/{instanceId}/releases/{releaseId}/time', says: 'is published at the new time and not at the old one; a refused one is open again' },
  { id: '4.releases.overlaps', where: 'POST /instances/{instanceId}/releases/overlaps', says: 'planned releases of the same items are named' },
  { id: '4.releases.export', where: 'release', says: 'an export of the target starts with it if wanted, at the latest once a running one has ended, and channels and webhooks follow that' },
  { id: '4.releases.undone', where: 'release', says: 'is undone with its sync' },
  { id: '4.releases.access', where: 'release', says: 'whoever may sync may plan; whoever sees the changes may read, in source and target' },
  { id: '4.releases.many', where: 'release', says: 'at most 100 wait out of an instance' },
  { id: '4.releases.page-plan', where: 'Instance sync', says: 'selected changes or everything are planned with name, notes, time and zone, and "Also planned" names others' },
  { id: '4.releases.page', where: 'Releases', says: 'a calendar of a month or a week, a list, and a page per release with its changes and the buttons that publish, move, cancel and undo it' },
  { id: '4.releases.page-zone', where: 'New release', says: 'a time zone is found by the words of its name; Enter takes the match and never submits the dialog, and a text that is no zone is refused' },
  { id: '4.releases.page-decided', where: 'Releases', says: 'decisions made when it was planned hold at "Publish now" unless a side has changed; what was published shows when it was' },
  { id: '4.releases.page-refused', where: 'Releases', says: 'a refused release says why, and can be planned again' },
];
