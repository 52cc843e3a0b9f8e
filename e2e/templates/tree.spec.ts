import type { CDPSession, Locator, Page } from '@playwright/test';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { expectAccessibleInBoth } from '../support/axe.ts';
import { long } from '../support/long.ts';
import { middle, take } from '../support/pages/drag.ts';
import { consoleNodes } from '../support/pages/portal.ts';
import { dropIndicator, expectDrop, untilClicksCount } from '../support/pages/template-editor.ts';
import { shows } from '../support/shows.ts';
import { devHostUrl, expect, test } from '../support/test.ts';

const field = (id: string, type: keyof typeof fieldTypes, order: number, parentId: string | null = null) =>
  ({
    id,
    parentId,
    order,
    settings: { ...fieldTypes[type].defaultSettings, type, name: id, label: id },
  }) as SaveTemplateField;

const fields = [
  field('title', 'text', 0),
  field('stats', 'group', 1),
  field('damage', 'integer', 0, 'stats'),
  field('speed', 'float', 1, 'stats'),
  field('levels', 'dynamic-group', 2),
  field('cost', 'integer', 0, 'levels'),
  field('gain', 'integer', 1, 'levels'),
  field('bonus', 'dynamic-group', 3),
  field('value', 'text', 0, 'bonus'),
  field('note', 'text', 4),
];
const all = ['title', 'stats', '.damage', '.speed', 'levels', '.cost', '.gain', 'bonus', '.value', 'note'];
const indent = 20;

let id = '';
test.beforeEach(async ({ api, demo, ownTemplate }, { testId }) => {
  id = `tree_${testId.replaceAll(/\W/g, '_')}`.slice(0, 60);
  ownTemplate(id);
  await api.call(templates.save, {
    params: { instanceId: demo.dev },
    body: { id, label: 'Tree', version: 0, fields },
  });
});

/** Opens the test's template, stand-alone or on a host's page. */
async function open(page: Page, { dev }: { dev: number }, base = '') {
  await page.goto(`${base}/instance/${dev}/templates/${id}/edit`);
  await expect(tree(page)).toBeVisible();
}

const tree = (page: Page) => page.getByRole('tree', { name: 'Fields' });
const row = (page: Page, name: string) => tree(page).locator(`[data-row="${name}"]`);
const trash = (page: Page) => page.getByText('Drop here to remove');
const expectAnnounced = (page: Page, text: string) => expect(page.getByRole('status').getByText(text)).toBeAttached();

/** The rendered tree: each label, with a dot for each level. */
const drawn = (page: Page) =>
  tree(page)
    .getByRole('treeitem')
    .evaluateAll((items) =>
      items.map((item) => '.'.repeat(Number(item.ariaLevel) - 1) + item.querySelector('[title]')?.textContent),
    );
const expectTree = (page: Page, rows: string[]) => expect.poll(() => drawn(page)).toEqual(rows);
const chosen = (page: Page) =>
  tree(page)
    .locator('[aria-selected="true"]')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-row')));

/** Undoes the last change, which was the only one, and selects nothing. */
async function reset(page: Page) {
  await untilClicksCount(page);
  await tree(page).focus();
  await page.keyboard.press('Control+z');
  await expectTree(page, all);
  await page.keyboard.press('Escape');
}

/** Drags above or below the middle of a row, with this many levels of horizontal offset, and holds. */
async function hold(page: Page, from: { x: number }, name: string, part: 'above' | 'below', levels = 0) {
  const { y } = await middle(row(page, name));
  await page.mouse.move(from.x + levels * indent, y + (part === 'above' ? -10 : 10), { steps: 6 });
}

/** Picks up a row, drags it as {@link hold} does, and returns where it was picked up. */
async function carry(page: Page, carried: string, ...to: [name: string, part: 'above' | 'below', levels?: number]) {
  const from = await take(page, row(page, carried));
  await hold(page, from, ...to);
  return from;
}

test('fields and components are dragged to another place and depth, one or several at once', async ({ page, demo }) => {
  await open(page, demo);
  await test.step('a field is dragged to another place, which a line indicates', async () => {
    shows('2.2.fields.tree-drag');
    await carry(page, 'note', 'stats', 'above');
    await expectDrop(page, 1, 0);
    await page.mouse.up();
    await expectTree(page, [
      'title',
      'note',
      'stats',
      '.damage',
      '.speed',
      'levels',
      '.cost',
      '.gain',
      'bonus',
      '.value',
    ]);
    await expectAnnounced(page, 'Moved note to the top level, position 2 of 5');
    await expect(dropIndicator(page)).toHaveCount(0);
    await reset(page);
  });
  await test.step('the horizontal offset of a drag sets the depth', async () => {
    shows('2.2.fields.tree-drag');
    const from = await carry(page, 'note', 'speed', 'below');
    await expectDrop(page, 4, 0);
    await hold(page, from, 'speed', 'below', 1);
    await expectDrop(page, 4, 1);
    await page.mouse.up();
    await expectTree(page, [
      'title',
      'stats',
      '.damage',
      '.speed',
      '.note',
      'levels',
      '.cost',
      '.gain',
      'bonus',
      '.value',
    ]);
    await carry(page, 'note', 'note', 'below', -1);
    await expectDrop(page, 5, 0);
    await page.mouse.up();
    await expectTree(page, [
      'title',
      'stats',
      '.damage',
      '.speed',
      'note',
      'levels',
      '.cost',
      '.gain',
      'bonus',
      '.value',
    ]);
    await untilClicksCount(page);
    await tree(page).focus();
    await page.keyboard.press('Control+z');
    await reset(page);
  });
  await test.step('a component is dragged from the palette to a place', async () => {
    await take(page, page.getByRole('button', { name: 'Checkbox', exact: true }));
    await hold(page, await middle(row(page, 'damage')), 'damage', 'below');
    await expectDrop(page, 3, 1);
    await expect(trash(page)).toHaveCount(0);
    await page.mouse.up();
    await expect.poll(async () => (await drawn(page)).slice(1, 5)).toEqual(['stats', '.damage', '.Checkbox', '.speed']);
    await expectAnnounced(page, 'Added Checkbox into stats, position 2 of 3');
    await expect(page.getByRole('textbox', { name: 'Label' })).toBeFocused();
    await reset(page);
  });
  await test.step('several fields are dragged at once, in order', async () => {
    await row(page, 'cost').click();
    await row(page, 'title').click({ modifiers: ['ControlOrMeta'] });
    const from = await take(page, row(page, 'title'));
    await expect(page.getByText('2 fields', { exact: true })).toBeVisible();
    await hold(page, from, 'damage', 'below', 1);
    await expectDrop(page, 3, 1);
    await page.mouse.up();
    await expectTree(page, [
      'stats',
      '.damage',
      '.title',
      '.cost',
      '.speed',
      'levels',
      '.gain',
      'bonus',
      '.value',
      'note',
    ]);
    expect(await chosen(page)).toEqual(['title', 'cost']);
    await reset(page);
  });
  await test.step('a group is dragged with its children, expands when a drag rests on it, and cannot be dropped into itself', async () => {
    await row(page, 'stats').locator('[data-toggle]').click();
    await expect(row(page, 'damage')).toHaveCount(0);
    const from = await carry(page, 'levels', 'cost', 'below', 2);
    await expect(dropIndicator(page)).toHaveAttribute('data-gap', '4');
    await expect(dropIndicator(page)).not.toHaveAttribute('data-refused');
    const { y } = await middle(row(page, 'stats'));
    await page.mouse.move(from.x, y + 2, { steps: 4 });
    await expect(row(page, 'damage')).toBeVisible();
    await hold(page, from, 'damage', 'above', 1);
    await expectDrop(page, 2, 1);
    await page.mouse.up();
    await expectTree(page, [
      'title',
      'stats',
      '.levels',
      '..cost',
      '..gain',
      '.damage',
      '.speed',
      'bonus',
      '.value',
      'note',
    ]);
  });
});

test('a drag that is rejected, cancelled or too short changes nothing', async ({ page, demo }) => {
  await open(page, demo);
  await test.step('a field dragged into one that cannot have children is rejected, with the reason next to the drop indicator', async () => {
    shows('2.5.tree.only-groups-have-children');
    await carry(page, 'note', 'title', 'below', 3);
    await expect(dropIndicator(page)).toHaveAttribute('data-refused', 'true');
    await expect(dropIndicator(page)).toHaveText('Only Group and Dynamic group can have children');
    await page.mouse.up();
    await expect(page.getByRole('alert')).toContainText('Only Group and Dynamic group can have children');
    expect(await drawn(page)).toEqual(all);
  });
  await test.step('a drag cancelled with Escape changes nothing, and leaves nothing in the page', async () => {
    await carry(page, 'note', 'stats', 'above');
    await expectDrop(page, 1, 0);
    await page.keyboard.press('Escape');
    await expect(dropIndicator(page)).toHaveCount(0);
    await page.mouse.up();
    expect(await drawn(page)).toEqual(all);
    expect(await page.locator('body').getAttribute('style')).toBeNull();
    expect(await page.locator('[id^="DndLiveRegion"], [id^="DndDescribedBy"]').count()).toBe(0);
  });
  await test.step('a drag that ends before anything of it is rendered ends properly', async () => {
    await row(page, 'note').evaluate((element) => {
      const { x, y } = element.getBoundingClientRect();
      const point = (target: EventTarget, kind: string, moved: number) =>
        target.dispatchEvent(
          new PointerEvent(kind, {
            bubbles: true,
            isPrimary: true,
            pointerType: 'mouse',
            clientX: x + 150 + moved,
            clientY: y + 10,
          }),
        );
      // Within one task, as if the page were too busy to render.
      point(element, 'pointerdown', 0);
      point(document, 'pointermove', 20);
      point(document, 'pointerup', 20);
    });
    await expect(row(page, 'note')).toHaveAttribute('aria-selected', 'true');
    await expect(trash(page)).toHaveCount(0);
    await expect(page.locator('[data-dragged]')).toHaveCount(0);
  });
  await test.step('a dynamic group as the only child of another is rejected, with the reason next to the drop indicator', async () => {
    shows('2.4.tree.no-improper-nesting', '2.5.tree.dynamic-group-only-child');
    await carry(page, 'value', 'note', 'below', -1);
    await expectDrop(page, 10, 0);
    await page.mouse.up();
    await expectTree(page, [...all.slice(0, 8), 'note', 'value']);
    await carry(page, 'levels', 'bonus', 'below', 1);
    await expect(dropIndicator(page)).toHaveText('Dynamic group cannot have another dynamic group as its only child');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(dropIndicator(page)).toHaveCount(0);
    expect(await drawn(page)).toEqual([...all.slice(0, 8), 'note', 'value']);
  });
});

test('a field dropped on the trash is removed after a confirmation; its mark disappears after 5 seconds', async ({
  page,
  demo,
}) => {
  shows('2.2.fields.trash', '2.4.tree.trash-class', '2.9.trash.reset');
  await open(page, demo);
  await page.clock.install();
  await expect(trash(page)).toHaveCount(0);
  await take(page, row(page, 'stats'));
  const { x, y } = await middle(trash(page));
  await page.mouse.move(x, y, { steps: 8 });
  await expect(page.locator('[data-over]')).toBeVisible();
  await expect(dropIndicator(page)).toHaveCount(0);
  // From here on the test advances the clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.mouse.up();
  const finished = page.locator('[class*="draggingFinished"]');
  await expect(finished).toHaveCount(1);
  await page.clock.runFor(4_900);
  await expect(finished).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(finished).toHaveCount(0);
  await page.clock.resume();
  const dialog = page.getByRole('dialog', { name: 'Remove field' });
  await expect(dialog).toContainText('Are you sure you want to remove this field?');
  await expect(dialog).toContainText('stats, with 2 fields inside');
  await dialog.getByRole('button', { name: 'Yes, remove field' }).click();
  await expect(page.getByText('Field removed')).toBeVisible();
  await expectTree(page, ['title', 'levels', '.cost', '.gain', 'bonus', '.value', 'note']);
});

test('the sidebar is to the right of the tree, only the two of them scroll, and a save scrolls to what is invalid', async ({
  page,
  demo,
}) => {
  await open(page, demo);
  await test.step('the sidebar is to the right of the tree, and only the two of them scroll', async () => {
    shows('2.2.fields.sidebar-right');
    const sidebar = page.getByRole('complementary', { name: 'Components and settings' });
    const left = await tree(page).boundingBox();
    const right = await sidebar.boundingBox();
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
    await page.setViewportSize({ width: 1024, height: 500 });
    const scrolls = (locator: Locator) => locator.evaluate((node) => node.scrollHeight > node.clientHeight);
    await expect.poll(() => scrolls(tree(page))).toBe(true);
    expect(await scrolls(page.getByRole('main'))).toBe(false);
  });
  await test.step('an attempt to save scrolls to the first invalid field', async () => {
    shows('2.4.fields.scrolls-to-invalid');
    await page.setViewportSize({ width: 1280, height: 500 });
    await tree(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /^Name/ }).fill('');
    await tree(page).focus();
    await page.keyboard.press('Home');
    await expect(row(page, 'note')).not.toBeInViewport();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(row(page, 'note')).toBeInViewport();
    await expect(row(page, 'note')).toHaveAttribute('aria-selected', 'true');
  });
});

test('by keyboard: moved, copied, removed and undone, with every move announced, and the focus stays', async ({
  page,
  demo,
}) => {
  await open(page, demo);
  await test.step('moved, copied, removed and undone, with every move announced', async () => {
    await tree(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Alt+ArrowUp');
    await expectAnnounced(page, 'Moved note to the top level, position 4 of 5');
    await page.keyboard.press('Alt+ArrowRight');
    await expectAnnounced(page, 'Moved note into levels, position 3 of 3');
    await page.keyboard.press('Control+d');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Yes, remove field' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(tree(page)).toBeFocused();
    await expectTree(page, [...all.slice(0, 7), '.note', 'bonus', '.value']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expectTree(page, all);
    await page.keyboard.press('Control+Shift+z');
    await expectTree(page, [...all.slice(0, 7), 'note', 'bonus', '.value']);
    await reset(page);
  });
  await test.step('the settings are opened from the row and return to it, and undo in them reverts typing', async () => {
    await row(page, 'damage').click();
    await tree(page).press('Enter');
    const label = page.getByRole('textbox', { name: /^Label/ });
    await label.fill('Harm');
    await expect(row(page, 'damage')).toContainText('Harm');
    await label.press('Control+z');
    await expect(label).toHaveValue('damage');
    await label.press('Escape');
    await expect(tree(page)).toBeFocused();
  });
  await test.step('a button in a row keeps the focus while its row moves', async () => {
    await tree(page).focus();
    await page.keyboard.press('Home');
    const down = row(page, 'title').getByRole('button', { name: 'Move down' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(down).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expectTree(page, [
      'stats',
      '.damage',
      '.speed',
      'levels',
      '.cost',
      '.gain',
      'title',
      'bonus',
      '.value',
      'note',
    ]);
    await expect(down).toBeFocused();
  });
});

test('axe reports nothing in the fields, in light and dark', long, async ({ page, demo }) => {
  await open(page, demo);
  // A dialog is paler during its transition.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectAccessibleInBoth(page, 'the fields');
  await row(page, 'damage').click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('speed');
  await expect(tree(page).getByRole('img', { name: /^Invalid/ })).toBeVisible();
  await expectAccessibleInBoth(page, 'an invalid field');
  await carry(page, 'note', 'title', 'below', 3);
  await expect(dropIndicator(page)).toHaveAttribute('data-refused', 'true');
  await expectAccessibleInBoth(page, 'a rejected drag');
  await page.mouse.up();
  await untilClicksCount(page);
  await row(page, 'stats').click();
  await expect(row(page, 'stats')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog')).toContainText('stats');
  await expectAccessibleInBoth(page, 'the confirmation before a removal');
});

/** Events that a drag listens to while it lasts; the browser’s driver listens to further kinds. */
const ofDrags = /pointer(move|up|cancel)|keydown|selectionchange|resize|dragstart|visibilitychange/;

/** The drag events that the document and the window have listeners for. */
async function listening(session: CDPSession): Promise<string[]> {
  const kinds: string[] = [];
  for (const expression of ['document', 'window']) {
    const { result } = await session.send('Runtime.evaluate', { expression });
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
    kinds.push(...listeners.map(({ type }) => `${expression} ${type}`));
  }
  return kinds.filter((kind) => ofDrags.test(kind) && kind !== 'window pointerup').sort();
}

/** Navigates the host by script: a drag suppresses every click. */
const goTo = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path);

/** Properties of the host’s page that a drag could change. */
const hostOf = (page: Page) =>
  page.evaluate(() => ({
    html: document.documentElement.getAttributeNames().map((name) => document.documentElement.getAttribute(name)),
    body: document.body.getAttributeNames().map((name) => document.body.getAttribute(name)),
    nodes: [...document.body.children].map((node) => node.localName + node.id),
    // The console's scripts are there until they have run.
    head: [...document.head.children].filter(({ tagName }) => tagName !== 'SCRIPT').length,
  }));

test('in a host page a drag changes nothing of the host, and ends with its tree', async ({ page, demo }) => {
  await open(page, demo, `${devHostUrl}/content`);
  await test.step('a drag works, and changes nothing of the host', async () => {
    const before = await hostOf(page);
    await carry(page, 'note', 'stats', 'above');
    await expectDrop(page, 1, 0);
    expect(await hostOf(page)).toEqual(before);
    await page.mouse.up();
    await expect.poll(async () => (await drawn(page)).slice(0, 3)).toEqual(['title', 'note', 'stats']);
    expect(await hostOf(page)).toEqual(before);
    await reset(page);
  });
  const session = await page.context().newCDPSession(page);
  const here = new URL(page.url()).pathname;
  await test.step('a drag ends if the host shows another tab in the meantime', async () => {
    await carry(page, 'note', 'stats', 'above');
    expect(await listening(session)).toContain('document pointermove');
    await goTo(page, `${here}?tab=details`);
    await expect(tree(page)).toHaveCount(0);
    await expect.poll(() => listening(session)).not.toContain('document pointermove');
    await page.mouse.up();
  });
  await test.step('unmounting during a drag leaves no listener and no node', async () => {
    await goTo(page, '/');
    await expect(consoleNodes(page)).toHaveCount(0);
    const first = await listening(session);
    await goTo(page, here);
    await expect(tree(page)).toBeVisible();
    await carry(page, 'note', 'stats', 'above');
    expect(await listening(session)).toContain('document pointermove');
    await goTo(page, '/');
    await expect(consoleNodes(page)).toHaveCount(0);
    await expect.poll(() => listening(session)).toEqual(first);
    await page.mouse.up();
  });
});
