import type { AccessOf } from '@quartermaster/contract/access.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { applyRequested } from '../content/change-sets/door/apply-changes.ts';
import { removeItem } from '../content/documents/delete-item.ts';
import type { Deps } from '../core/app/deps.ts';
import type { InstanceCaller } from '../core/session/access.ts';
import { editSource } from '../modules/bulk-edits/edit-service.ts';
import { createProposal } from '../modules/proposals/proposal-service.ts';
import { createRelease } from '../modules/sync/release-service.ts';
import { createReview } from '../modules/sync/review-service.ts';
import type { DemoPlace } from './demo-people.ts';
import { proposedCosts, raise, raisedItems, reviewedItems } from './demo-prices.ts';
import type { DemoStudio } from './demo-studio.ts';

/** The demo's people at work on its items in Dev, each with the rights that the person has. */
export interface DemoDesk {
  deps: Deps;
  people: DemoPlace;
  studio: DemoStudio;
  /** An account as the caller of an endpoint in Dev; throws if it may not call it. */
  callerOf: (accountId: number, access: AccessOf<'instance'>) => Promise<InstanceCaller>;
}

/** The member raises some prices in one bulk edit. */
export async function raisePrices({ deps, people, studio, callerOf }: DemoDesk): Promise<void> {
  const caller = await callerOf(people.memberId, bulkEdits.apply.access);
  await applyRequested(deps, caller, editSource, {
    selection: { template_id: 'item', ids: raisedItems(studio) },
    action: { operations: [{ field_id: 'cost', op: 'add', value: raise }] },
  });
}

/** The owner deletes drafts, which the trash then has. */
export async function deleteDrafts({ deps, people, studio, callerOf }: DemoDesk): Promise<void> {
  const drafts = ['Test Hammer', 'Boots of Elvenskin (old)'].map((label, index) => ({
    key: `draft_${index}`,
    label,
    values: { dname: label, cost: 500, key: `draft_${index}`, source_id: 9000 + index },
  }));
  await studio.saveEntries('item', drafts);
  const caller = await callerOf(people.ownerId, items.delete.access);
  for (const { key } of drafts)
    await removeItem(deps, { ...caller, origin: 'form' }, { templateId: 'item', id: studio.idOf('item', key) ?? 0 });
}

/** The member asks for a review, the admin proposes prices, and a release of what is reviewed is planned. */
export async function seedWaiting({ deps, people, studio, callerOf }: DemoDesk): Promise<void> {
  const changes = [{ template_id: 'item', is_update_template: false, items: reviewedItems(studio) }];
  const note = 'New prices, without Black King Bar, which has a hotfix in Stage';
  await createReview(deps, await callerOf(people.memberId, syncReviews.create.access), { changes }, note);
  const proposed = {
    title: 'Cheaper boots for the first levels',
    note: 'New players rarely finish their boots before the first fight.',
    changes: [{ template_id: 'item', match: 'key' as const, items: proposedCosts }],
  };
  await createProposal(deps, await callerOf(people.adminId, proposals.create.access), proposed, 'form');
  await createRelease(deps, await callerOf(people.adminId, releases.create.access), {
    name: 'Price patch',
    notes: 'With the patch of the game',
    selection: { changes },
    publish_at: inFourDays(deps.clock.now()).toISOString(),
    time_zone: 'Asia/Tokyo',
    exports_after: true,
  });
}

/** 18:00 in Tokyo, which has no summer time. */
function inFourDays(now: Date): Date {
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() + 4);
  day.setUTCHours(9, 0, 0, 0);
  return day;
}
