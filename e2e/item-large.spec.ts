import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const limits = { minimum: null, maximum: null };
const templateId = 'two_thousand_inputs';

/** 100 groups of 19 texts. The last field but one is required. */
const fieldsOf = (required: boolean) => [
  ...Array.from({ length: 100 }, (_, at) => ({
    id: `group${at}`,
    parentId: null,
    order: at,
    settings: { type: 'group' as const, name: `group${at}`, label: `Group ${at}` },
  })),
  ...Array.from({ length: 1900 }, (_, at) => ({
    id: `text${at}`,
    parentId: `group${Math.floor(at / 19)}`,
    order: at % 19,
    settings: {
      type: 'text' as const,
      name: `text${at}`,
      label: `Text ${at}`,
      required: required && at === 1898,
      ...limits,
    },
  })),
];

test.beforeEach(({ ownTemplate }) => ownTemplate(templateId));

test('the form of 2,000 fields renders only fields near the view, loses nothing, and scrolls to errors', async ({
  page,
  api,
  demo,
}) => {
  const params = { instanceId: demo.dev };
  const tree = buildTree(fieldsOf(false));
  const values: ItemValues = { text0: 'first', text950: 'in the middle' };
  const fields = diffItemFields(tree, {}, values) as SaveItem['fields'];
  await api.call(templates.save, {
    params,
    body: { id: templateId, label: 'Inputs', version: 0, fields: fieldsOf(false) },
  });
  const { id } = await api.call(items.save, {
    params,
    body: { template_id: templateId, internal_label: 'One', fields },
  });
  await api.call(templates.save, {
    params,
    body: { id: templateId, label: 'Inputs', version: 1, fields: fieldsOf(true) },
  });
  await page.goto(`/instance/${demo.dev}/templates/${templateId}/items/${id}/edit`);
  const input = (at: number) => page.getByRole('textbox', { name: `Text ${at}`, exact: true });
  const drawn = page.locator('form input[type="text"], form textarea');
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(input(0)).toHaveValue('first');
  expect(await drawn.count()).toBeLessThan(250);
  await expectAccessible(page, 'the form of 2,000 fields');

  await input(1).fill('typed and left');
  await save.click();
  await expect(input(1898)).toBeFocused();
  await expect(input(1898)).toBeInViewport();
  await expect(input(1898)).toHaveAttribute('aria-invalid', 'true');
  await expect(input(1898)).toHaveAccessibleDescription('text1898 is required field');
  // The fields in between were not rendered to get there.
  expect(await drawn.count()).toBeLessThan(500);
  await page.keyboard.type('last');

  // The browser’s own search finds fields that are not rendered, and they are rendered once it scrolls to them.
  const found = await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    getSelection()?.removeAllRanges();
    const isFound = (window as unknown as { find: (text: string) => boolean }).find('in the middle');
    // Like the search bar.
    getSelection()?.anchorNode?.parentElement?.scrollIntoView({ block: 'center' });
    return isFound;
  });
  expect(found).toBe(true);
  await expect(input(950)).toBeInViewport();
  await expect(input(950)).toHaveValue('in the middle');

  // From input to input by keyboard, faster than rendering.
  await input(950).focus();
  for (let at = 0; at < 60; at++) await page.keyboard.press('Tab');
  await expect(input(1010)).toBeFocused();
  await expect(input(1010)).toBeInViewport();
  await page.keyboard.type('by keyboard');

  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/items$/);
  const { item } = await api.call(items.get, { params: { ...params, templateId, id } });
  expect(toItemValues(tree, item.fields)).toEqual({
    ...values,
    text1: 'typed and left',
    text1898: 'last',
    text1010: 'by keyboard',
  });
});
