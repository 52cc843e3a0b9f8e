// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.channels.live', where: 'channel', says: '"live" points at each completed export, unless it is set by hand; it can follow again' },
  { id: '4.channels.rollback', where: 'POST /instances/{instanceId}/channels/{channel}/build', says: 'a channel goes back or forward at once, without touching content; a repeated call changes nothing' },
  { id: '4.channels.recorded', where: 'channel', says: 'a change by hand is in the access log and in the activity, and each change emits channel.changed' },
  { id: '4.channels.game-version', where: 'GET /delivery/{instanceId}/channels/{channel}/manifest.json', says: 'a game gets the last build of the channel that fits its version; what was rolled back is given to none' },
  { id: '4.channels.caching', where: 'GET /delivery/{instanceId}/channels/{channel}/manifest.json', says: 'is revalidated by its ETag, with 304 while the channel points at the same build; public answers may be stored by a CDN for seconds' },
  { id: '4.channels.public', where: 'POST /instances/{instanceId}/build-reading', says: 'an instance can let anyone read its builds without a token, also web pages; the specified calls still need it' },
  { id: '4.channels.plans', where: 'channel', says: 'Free has only "live"; others from Starter on; a game goes on reading a channel that the plan no longer includes' },
  { id: '4.channels.own', where: 'channel', says: 'channels are created, deleted and limited in number; "live" is not deleted' },
  { id: '4.channels.two-servers', where: 'channel', says: 'exports and rollbacks on two servers leave each channel at the last decision, with one event each' },
  { id: '4.channels.retention', where: 'channel', says: 'a build that a channel points at is never deleted, also not if it is set while a deletion begins' },
  { id: '4.channels.page', where: 'Exported data', says: '"Make this the live build" names from which build to which, and says that content stays as it is' },
  { id: '4.channels.manage', where: 'Exported data', says: 'channels are created, moved and deleted on the page, as the plan and the permissions allow' },
];
