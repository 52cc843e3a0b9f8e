import type { Page } from '@playwright/test';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { dota, essence, expectedExport, fromExport } from '../tests/support/dota.ts';
import type { Api } from './support/api.ts';
import { type Exported, exportFiles } from './support/export-files.ts';
import { long } from './support/long.ts';
import { filterLabel, itemsPath, shownLabels, sortBy } from './support/pages/items-list.ts';
import { emailOf, password } from './support/people.ts';
import { shows } from './support/shows.ts';
import { consoleUrl, devHostUrl, expect, test } from './support/test.ts';

const labelsOf = {
  hero: Object.values(dota.hero).map((hero) => String(hero.localized_name)),
  item: Object.entries(dota.item).map(([key, { dname }]) => String(dname || key)),
};
const places = [
  { name: 'stand-alone', base: consoleUrl, length: {} },
  { name: 'in the portal', base: `${devHostUrl}/content`, length: long },
];
const blink = dota.item.blink ?? {};

/** The costs of items with these labels; items of the same label cost the same. */
const costs = (labels: readonly string[]) =>
  Object.entries(dota.item).flatMap(([key, { dname, cost }]) =>
    labels.includes(String(dname || key)) && typeof cost === 'number' ? [cost] : [],
  );

test.describe('without a session', () => {
  test.use({ as: null });

  test('the form signs in and returns to the requested page', async ({ page, guard, demo }) => {
    // The request for the session is answered with 401.
    guard.allow(/status of 401/);
    const path = `${itemsPath(demo.dev, 'hero')}?sort=label%3Adesc`;
    await page.goto(path);
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`);

    await page.getByLabel('Email').fill(emailOf('owner'));
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Email or password is wrong.' }).first()).toBeVisible();

    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Heroes' })).toBeVisible();
    expect((await shownLabels(page)).slice(0, 3)).toEqual(['Zeus', 'Wraith King', 'Witch Doctor']);
  });
});

for (const { name, base, length } of places) {
  test.describe(name, length, () => {
    test('every template lists the items of the package, and filters and sorting return the right ones', async ({
      page,
      demo,
    }) => {
      shows(
        '3.start.address.console',
        '3.start.demo.all-abilities',
        '3.start.demo.all-heroes',
        '3.start.demo.all-items',
        '3.start.start.serves-console',
      );
      await page.goto(base + itemsPath(demo.dev, 'ability'));
      await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(
        ` of ${Object.keys(dota.ability).length.toLocaleString('en-US')}`,
      );
      await page.getByRole('link', { name: 'Items', exact: true }).click();
      await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(` of ${labelsOf.item.length}`);

      await page.getByRole('link', { name: 'Heroes', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Heroes' })).toBeVisible();
      await page.getByRole('combobox', { name: 'Rows' }).selectOption('50');
      await sortBy(page, 'Label');
      const found: string[] = [];
      for (const range of ['1–50 of 127', '51–100 of 127', '101–127 of 127']) {
        await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(range);
        found.push(...(await shownLabels(page)));
        if (found.length < 127) await page.getByRole('button', { name: 'Next' }).click();
      }
      expect(found[0]).toBe('Abaddon');
      expect(found.at(-1)).toBe('Zeus');
      expect(found.toSorted()).toEqual(labelsOf.hero.toSorted());
      await page.getByRole('button', { name: 'Previous' }).click();
      await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('51–100 of 127');

      await page.getByRole('link', { name: 'Items', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeVisible();
      await filterLabel(page, 'blink');
      await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Label contains blink');
      const blinks = labelsOf.item.filter((label) => /blink/i.test(label));
      const cheapest = Math.min(...costs(blinks));
      await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`1–${blinks.length} of`);
      expect((await shownLabels(page)).toSorted()).toEqual(blinks.toSorted());

      await sortBy(page, 'Cost');
      await expect(page).toHaveURL(/sort=cost%3Aasc/);
      expect(costs((await shownLabels(page)).slice(0, 1))).toEqual([cheapest]);

      await filterLabel(page, 'no such thing');
      await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(page.getByRole('list', { name: 'Filters' })).toBeHidden();
      expect((await shownLabels(page)).length).toBeGreaterThanOrEqual(10);
    });

    test('an item is changed, exported and downloaded: only that value changes', async ({ page, api, demo }) => {
      await page.goto(base + itemsPath(demo.dev, 'item'));
      await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeVisible();
      const before = await exportFiles(page);
      expectPackage(before);

      const id = Number(before.item?.find(({ key }) => key === 'blink')?.id);
      await page.getByRole('link', { name: 'Items', exact: true }).click();
      await filterLabel(page, 'Blink Dagger');
      await page.getByRole('link', { name: 'Blink Dagger' }).click();
      await expect(page.getByRole('heading', { level: 1, name: `Items | # ${id}` })).toBeVisible();
      const dearer = Number(blink.cost) + 1;
      try {
        await changeCost(page, dearer);
        await expect(page).toHaveURL(/items\?filter=label/);
        await expect(page.getByRole('gridcell', { name: String(dearer) })).toBeVisible();

        const after = await exportFiles(page);
        const expected = structuredClone(before);
        for (const entry of expected.item ?? []) if (entry.id === id) entry.cost = dearer;
        expect(after).toEqual(expected);
      } finally {
        await setCost(api, demo.dev, id, Number(blink.cost));
      }
    });
  });
}

/** Sets an item’s price through the API, regardless of its current version. */
async function setCost(api: Api, instanceId: number, id: number, value: number) {
  const { item } = await api.call(items.get, { params: { instanceId, templateId: 'item', id } });
  const { internal_label } = item.header;
  const fields = item.fields
    .filter((field) => field.id === 'cost')
    .map((cost) => ({ ...cost, value, status: 2 as const }));
  const body = { id, version: item.version, template_id: 'item', internal_label, fields };
  await api.call(items.save, { params: { instanceId }, body });
}

async function changeCost(page: Page, cost: number) {
  await page.getByRole('textbox', { name: 'Cost in gold', exact: true }).fill(String(cost));
  await page.getByRole('button', { name: 'Save changes' }).click();
  const question = page.getByRole('dialog', { name: 'Save changes' });
  await expect(question).toContainText('Are you sure you want to save the changes to the item?');
  await question.getByRole('button', { name: 'Yes, save changes' }).click();
  await expect(question).toBeHidden();
}

/** The files match the package: the same number of entries, and for 20 spread over each file, every value. */
function expectPackage(files: Record<string, Exported[]>) {
  const keyOf = new Map<number, string>();
  for (const entry of [...(files.item ?? []), ...(files.ability ?? [])]) keyOf.set(Number(entry.id), String(entry.key));
  const idOf = new Map([...(files.item ?? [])].map(({ id, key }) => [String(key), Number(id)]));

  for (const template of ['hero', 'ability', 'item'] as const) {
    const source = dota[template];
    const exported = files[template] ?? [];
    const name = template === 'hero' ? 'name' : 'key';
    expect(exported.map((entry) => String(entry[name])).toSorted()).toEqual(Object.keys(source).toSorted());
    for (const entry of spread(exported, 20)) {
      const key = String(entry[name]);
      expect(
        fromExport(entry, (id) => keyOf.get(id) ?? ''),
        `${template} ${key}`,
      ).toEqual(essence(source[key] ?? {}));
      if (template === 'item') {
        const { picture: _, ...item } = entry;
        expect(item).toEqual(expectedExport(key, Number(entry.id), (other) => idOf.get(other) ?? 0));
      }
    }
  }
}

const spread = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, place) => list[Math.floor((place * (list.length - 1)) / (count - 1))]).filter(
    (entry) => entry !== undefined,
  );
