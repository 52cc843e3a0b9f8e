import type { Grants } from '@quartermaster/contract/access.ts';
import type { Announcement } from '@quartermaster/contract/endpoints/live.ts';
import { presenceSpots, wrongPartOf } from '@quartermaster/contract/presence-spots.ts';
import { AppError } from '../../core/base/errors.ts';
import { demand } from '../../core/session/access.ts';
import type { Announced } from './presence-store.ts';

interface Announcer {
  accountId: number;
  instanceId: number;
  grants: Grants;
}

/**
 * Parses what a console announces, for the notice to all servers. Throws if its user may not have that open, and for missing or superfluous
 * parts; whether the template and the item exist is not checked.
 */
export function parseAnnouncement(
  { console: name, stream, turn, at, field }: Announcement,
  { accountId, instanceId, grants }: Announcer,
): Announced {
  const announced = { account: accountId, console: name, stream, turn, instance: instanceId };
  if (!at) {
    if (field) throw refused('field', 'Leave it out, or say what is open by `at`.');
    return announced;
  }
  demand(presenceSpots[at.kind], grants);
  const wrong = wrongPartOf(at);
  if (wrong)
    throw refused(
      `at/${wrong}`,
      at[wrong] === undefined ? `Name it for: ${at.kind}.` : `Leave it out for: ${at.kind}.`,
    );
  if (!field) return { ...announced, at };
  if (at.kind !== 'list' && at.kind !== 'item') throw refused('field', 'Only lists and items have fields.');
  if (at.kind === 'item' && field.item_id !== at.item_id) throw refused('field/item_id', 'It is another item.');
  return { ...announced, at, field };
}

const refused = (name: string, message: string) => new AppError('invalid', { fields: { [name]: message } });
