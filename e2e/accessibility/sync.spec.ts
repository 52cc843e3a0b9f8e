import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { test as base } from '../support/test.ts';
import { checkScreen } from './look.ts';
import { type SyncPlace, syncScreens } from './sync-screens.ts';

const test = base.extend<{ place: SyncPlace }>({
  /** The test’s own template and item, also in Stage, and edited in both; removed from both at the end. */
  place: async ({ api, demo: { dev, stage }, sample, guard }, use) => {
    const { templateId, itemId, change, relabel } = sample;
    const params = { instanceId: dev };
    const changes = [{ template_id: templateId, is_update_template: true, items: [], all_items: true }];
    const { id } = await api.call(sync.some, { params, body: { changes } });
    await change({ title: 'From Dev', power: 20 });
    await relabel('Other samples');
    const inStage = { instanceId: stage };
    const { item } = await api.call(items.get, { params: { ...inStage, templateId, id: itemId } });
    const fields = item.fields.flatMap((field) =>
      field.id === 'power' ? [{ ...field, value: 30, status: 2 as const }] : [],
    );
    const { internal_label } = item.header;
    const body = { id: itemId, version: item.version, template_id: templateId, internal_label, fields };
    await api.call(items.save, { params: inStage, body });
    const review = await api.call(syncReviews.create, { params, body: { changes, note: 'Please look' } });
    const time = { publish_at: new Date(Date.now() + 86_400_000).toISOString(), time_zone: 'Asia/Tokyo' };
    const planned = {
      name: 'Halloween',
      notes: 'Pumpkins',
      changes,
      conflicts: 'source' as const,
      exports_after: true,
    };
    const release = await api.call(releases.create, { params, body: { ...planned, ...time } });
    await use({ dev, templateId, itemId, syncId: id ?? 0, reviewId: review.id, releaseId: release.id });
    // A page that is still open may be requesting it.
    await guard.close();
    await api.call(releases.cancel, { params: { ...params, releaseId: release.id }, body: {} });
    await api.call(templates.delete, { params: { ...params, templateId } });
    await api.call(sync.some, { params, body: { changes, conflicts: 'source' } });
  },
});

// A dialog is paler during its transition, and before its first frame there is no animation to wait for.
test.use({ reducedMotion: 'reduce' });

test.describe('axe reports nothing in light and dark, wide and narrow', () => {
  test('on instance sync', async ({ page, guard, api, demo, place }) => {
    // The check of the dialogs finds conflicts, which is expected here.
    guard.allow(/status of (409|422)/);
    await api.call(instances.activate, { params: { instanceId: place.dev } });
    for (const screen of syncScreens) await checkScreen(page, screen, place);

    await api.call(instances.activate, { params: { instanceId: demo.prod } });
    await checkScreen(page, { name: 'instance sync in Prod', path: () => '/instance-sync' }, undefined);
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
  });
});
