import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { allowExtension } from '../support/allow-extension.ts';
import type { Api } from '../support/api.ts';
import { createItems } from '../support/create-items.ts';
import { shows } from '../support/shows.ts';
import { consoleUrl, expect, test } from '../support/test.ts';

const hostile = readFileSync(join(import.meta.dirname, 'hostile-parts.js'), 'utf8');
const manifest = {
  name: 'evil-parts',
  title: 'Evil',
  editor_types: [],
  panel: { title: 'Evil panel' },
  action: { title: 'Evil action' },
};
const templateId = 'attacked_parts';

async function prepare(api: Api, dev: number) {
  const remove = await allowExtension(api, dev, manifest, hostile);
  const common = { required: false, minimum: null, maximum: null };
  const field = (id: string, settings: object, order: number, parentId: string | null = null) =>
    ({ id, parentId, order, settings: { name: id, label: id, ...settings } }) as never;
  const fields = [
    field('level', { type: 'integer', ...common }, 0),
    field('secret', { type: 'text', ...common }, 1),
    field('drops', { type: 'dynamic-group' }, 2),
    field('amount', { type: 'integer', ...common }, 0, 'drops'),
  ];
  const params = { instanceId: dev };
  await api.call(templates.save, { params, body: { id: templateId, label: 'Attacked', version: 0, fields } });
  const [first = 0, second = 0] = await createItems(api, dev, templateId, [
    { level: 1, secret: 'of the first' },
    { level: 1, secret: 'of the second' },
  ]);
  return { remove, first, second };
}

const levelOf = async (api: Api, dev: number, id: number) => {
  const { item } = await api.call(items.get, { params: { instanceId: dev, templateId, id } });
  return item.fields.find(({ template_field_id }) => template_field_id === 'level')?.value;
};

/** Clicks on a button in a frame, as a mouse comes there: over the frame first. A frame that is removed does not answer. */
async function press(page: Page, frame: string, name: string) {
  await page.getByRole('group', { name: frame }).hover();
  const button = page.frameLocator(`iframe[title="${frame}"]`).getByRole('button', { name, exact: true });
  await button.click({ timeout: 3000 }).catch(() => undefined);
}

const gone = (page: Page) => page.getByText('The extension “Evil” has stopped working.');

test('a hostile panel reaches no other item, changes nothing, and saves nothing by its keys', async ({
  page,
  api,
  demo,
  ownTemplate,
}) => {
  shows('5.parts.extensions-panels', '5.parts.extensions-messages', '5.parts.extensions-keys');
  ownTemplate(templateId);
  const { remove, first } = await prepare(api, demo.dev);
  const frame = page.frameLocator('iframe[title="Evil panel"]');
  const open = async () => {
    await page.goto(`${consoleUrl}/instance/${demo.dev}/templates/${templateId}/items/${first}/edit`);
    await page.getByRole('button', { name: 'Evil panel' }).click();
    await expect(frame.getByText('told: ')).toBeVisible();
  };
  await open();
  await expect(frame.getByText('told: ')).toContainText('of the first');
  await expect(frame.getByText('told: ')).not.toContainText('of the second');
  for (const name of ['change of the item', 'changes of items', 'another item', 'all keys', 'flood of keys']) {
    await press(page, 'Evil panel', name);
    await expect(gone(page), name).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'level' }), name).toHaveValue('1');
    await open();
  }
  const level = page.getByRole('textbox', { name: 'level' });
  await level.fill('5');
  await press(page, 'Evil panel', 'huge height');
  await expect.poll(async () => (await page.locator('iframe[title="Evil panel"]').boundingBox())?.height).toBe(480);
  for (const name of ['save with the focus', 'save and close with the focus']) {
    await press(page, 'Evil panel', name);
    await page.getByRole('button', { name: 'No, keep editing' }).click();
    await expect(level, name).toHaveValue('5');
    expect(await levelOf(api, demo.dev, first), name).toBe(1);
  }
  await press(page, 'Evil panel', 'keys without the focus');
  await level.click();
  await expect(page.getByText('Evil: It has pressed a key.')).toBeVisible();
  await expect(page.getByText('level 1 → 5')).toBeVisible();
  expect(await levelOf(api, demo.dev, first)).toBe(1);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await remove();
});

test('a hostile action changes nothing that was not selected, shown and applied', async ({
  page,
  api,
  demo,
  ownTemplate,
}) => {
  shows('5.parts.extensions-actions', '5.parts.extensions-messages');
  ownTemplate(templateId);
  const { remove, first, second } = await prepare(api, demo.dev);
  const frame = page.frameLocator('iframe[title="Evil action"]');
  const dialog = page.getByRole('dialog', { name: 'Evil action: 1 item' });
  const open = async () => {
    await page.goto(`${consoleUrl}/instance/${demo.dev}/templates/${templateId}/items`);
    await page.getByRole('checkbox', { name: `Select Item 0 #${first}` }).check();
    await page.getByRole('button', { name: 'Actions of extensions' }).click();
    await page.getByRole('menuitem', { name: 'Evil action' }).click();
    await expect(frame.getByText('told: ')).toBeVisible();
  };
  await open();
  await expect(frame.getByText('told: ')).not.toContainText('of the second');
  await press(page, 'Evil action', 'a field in rows');
  await expect(dialog.getByText(/proposes a value for “drops\.amount”, which is no field/)).toBeVisible();
  for (const name of [
    'items that are not selected',
    'too many items',
    'huge values',
    'no changes',
    'value of a field',
    'flood',
  ]) {
    await press(page, 'Evil action', name);
    await expect(gone(page).or(dialog.getByText('The extension “Evil” was removed:')), name).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Apply to/ }), name).toHaveCount(0);
    await open();
  }
  await press(page, 'Evil action', 'an honest change');
  await expect(dialog.getByRole('button', { name: 'Apply to 1 item' })).toBeEnabled();
  expect([await levelOf(api, demo.dev, first), await levelOf(api, demo.dev, second)]).toEqual([1, 1]);
  await dialog.getByRole('button', { name: 'Apply to 1 item' }).click();
  await expect(page.getByText('1 item changed')).toBeVisible();
  expect([await levelOf(api, demo.dev, first), await levelOf(api, demo.dev, second)]).toEqual([8, 1]);
  await remove();
});

/** Takes the focus by itself, and at once opens another item and presses keys, again and again, as `attacks` says. */
const untouched = (attacks: string) => `
  let port;
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...message) {
    port = this;
    return postMessage.apply(this, message);
  };
  quartermaster.define({
    panel: (root, panel) => ({ item }) => {
      const button = Object.assign(document.createElement('button'), { textContent: 'loaded' });
      root.replaceChildren(button);
      const attack = (after, keys) => {
        for (let count = 1; count <= 30; count += 1)
          setTimeout(() => {
            button.focus();
            if (keys) postMessage.call(port, { type: 'key', keys });
            panel.openItem('${templateId}', item.id + 1);
          }, after + count * 5);
      };
      ${attacks}
    },
  });`;

/** Soon. */
const withoutPointer = untouched("attack(3000, 'mod+s');");

/** Below the pointer, once no press can count as the user's any more; what the test evaluates counts as one, too. */
const belowPointer = untouched(`
  addEventListener('pointermove', () => {
    button.textContent = 'entered';
    const wait = setInterval(() => {
      if (navigator.userActivation.isActive) return;
      clearInterval(wait);
      attack(2000);
      setTimeout(() => console.log('It has attacked.'), 3000);
    }, 100);
  }, { once: true });`);

test('a hostile panel that nobody touches opens no item and saves nothing, also below a resting pointer', async ({
  page,
  api,
  demo,
  ownTemplate,
}) => {
  shows('5.parts.extensions-focus');
  ownTemplate(templateId);
  const { remove, first } = await prepare(api, demo.dev);
  await remove();
  const level = page.getByRole('textbox', { name: 'level' });
  const open = async (script: string) => {
    const removeAgain = await allowExtension(api, demo.dev, { ...manifest, action: undefined }, script);
    await page.goto(`${consoleUrl}/instance/${demo.dev}/templates/${templateId}/items/${first}/edit`);
    await level.fill('5');
    await page.getByRole('button', { name: 'Evil panel' }).press('Enter');
    await expect(page.frameLocator('iframe[title="Evil panel"]').getByText('loaded')).toBeVisible();
    return removeAgain;
  };
  const expectUntouched = async () => {
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(level).toHaveValue('5');
    expect(await levelOf(api, demo.dev, first)).toBe(1);
  };
  const removeFirst = await open(withoutPointer);
  await expect(gone(page)).toBeVisible();
  await expectUntouched();
  await removeFirst();
  await level.fill('1');

  const removeSecond = await open(belowPointer);
  const attacked = page.waitForEvent('console', (message) => message.text() === 'It has attacked.');
  const panel = page.getByRole('group', { name: 'Evil panel' });
  const entered = page.frameLocator('iframe[title="Evil panel"]').getByText('entered');
  // The page gets the first move, and lets the frame have later ones.
  await expect
    .poll(async () => {
      for (const x of [5, 9]) await panel.hover({ position: { x, y: x } });
      return entered.count();
    })
    .toBe(1);
  await attacked;
  await expectUntouched();
  await level.fill('1');
  await removeSecond();
});
