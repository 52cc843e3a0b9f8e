// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.webhooks.guard', where: 'WEBHOOK_PRIVATE', says: 'private, local, shared and reserved addresses are refused after resolution, as IPv4, IPv6 and one in the other, and such without https' },
  { id: '4.webhooks.guard-private', where: 'WEBHOOK_PRIVATE', says: '1 allows private addresses and http' },
  { id: '4.webhooks.guard-second-look-up', where: 'WEBHOOK_PRIVATE', says: 'what a second look-up of the name would find is not connected to' },
  { id: '4.webhooks.guard-redirect', where: 'WEBHOOK_PRIVATE', says: 'a redirect is not followed' },
  { id: '4.webhooks.guard-bounds', where: 'calling out', says: 'time and size of an answer are bounded' },
  { id: '4.webhooks.guard-only', where: 'calling out', says: 'the guard is the one way for the server to call out, except for libraries at configured addresses' },
];
