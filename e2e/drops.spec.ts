import { toNest } from '@quartermaster/contract/content/drop-nest.ts';
import { candidatesOf, dropGroupOf, toDropRow } from '@quartermaster/contract/content/drop-rows.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { rollDrops } from '@quartermaster/contract/content/roll-drops.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { drops } from '@quartermaster/contract/endpoints/drops.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { expectAccessibleInBoth } from './support/axe.ts';
import { long } from './support/long.ts';
import { consoleUrl, devHostUrl, expect, test } from './support/test.ts';

for (const { name, base, length } of [
  { name: 'stand-alone', base: consoleUrl, length: {} },
  { name: 'in the portal', base: `${devHostUrl}/content`, length: long },
]) {
  test(`1,000,000 drops of a chest are rolled in a worker, ${name}`, length, async ({ page, api, demo }) => {
    const params = { instanceId: demo.dev, templateId: 'chest' };
    const { items: chests } = await api.call(items.list, { params, body: { limit: 10 } });
    const id = chests.find(({ internal_label }) => internal_label === 'Silver chest')?.id ?? 0;
    const started: string[] = [];
    page.on('worker', (worker) => started.push(worker.url()));
    await page.goto(`${base}/instance/${demo.dev}/templates/chest/items/${id}/edit`);
    await page.getByRole('button', { name: 'Roll 10,000' }).click();
    const dialog = page.getByRole('dialog', { name: 'Drops by Chance' });
    await expect(dialog.getByText('10,000 rolls')).toBeVisible();
    expect(started.filter((url) => /roll-worker|^blob:/.test(url)).length).toBeGreaterThan(0);

    // What was rolled in the browser is what the same seed gives here.
    const { fields } = await api.call(templates.get, { params });
    const { item } = await api.call(items.get, { params: { ...params, id } });
    const tree = buildTree(fields);
    const group = dropGroupOf(tree);
    const values: ItemValues = toItemValues(tree, item.fields);
    const candidates = group ? candidatesOf(group, rowsOf(values[group.groupId])) : [];
    const rows = candidates.map(({ links }) => links.map((link) => ({ template_id: link.templateId, id: link.id })));
    const found = await api.call(drops.list, { params: { instanceId: demo.dev }, body: { rows } });
    const nest = toNest(
      candidates.map((row) => toDropRow(row, () => true)),
      found.items,
    );
    const input = { tables: nest.tables, seed: '1', targets: [], guarantee: null, waitsBy: 1 };
    await dialog.getByRole('button', { name: 'Roll 1,000,000' }).click();
    await expect(dialog.getByText('1,000,000 rolls')).toBeVisible();
    const { counts } = rollDrops(input, 1_000_000);
    const rolled = await dialog.getByRole('row').locator('td:nth-child(6)').allTextContents();
    const expected = counts.filter((_, index) => nest.tables[index] === null).map(numberText);
    expect(rolled.toSorted()).toEqual(expected.toSorted());

    if (base !== consoleUrl) return;
    await dialog.getByRole('combobox', { name: 'Target' }).fill('tier 5');
    await page.getByRole('option', { name: /tier 5/ }).click();
    await dialog.getByLabel('Guarantee').fill('60');
    await expect(dialog.getByRole('figure')).toBeVisible();
    await expectAccessibleInBoth(page, 'drops');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessibleInBoth(page, 'drops, narrow');
  });
}
