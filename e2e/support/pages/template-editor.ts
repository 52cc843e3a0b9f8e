import { expect, type Locator, type Page } from '@playwright/test';
import { buildTree, type TreeField, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';

export const templatePath = (instanceId: number, templateId: string) =>
  `/instance/${instanceId}/templates/${templateId}/edit`;

export const treeOf = (page: Page) => page.getByRole('tree', { name: 'Fields' });
export const rowsOf = (page: Page) => treeOf(page).getByRole('treeitem');
/** The row of a field by its id. */
export const rowOf = (page: Page, id: string) => treeOf(page).locator(`[data-row="${id}"]`);
export const showTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** Opens a template with its fields. */
export async function openTemplate(page: Page, instanceId: number, templateId: string): Promise<void> {
  await page.goto(templatePath(instanceId, templateId));
  await expect(rowsOf(page).first()).toBeVisible();
}

/** Selects a field with the mouse, so that its settings are shown. */
export async function chooseField(page: Page, row: Locator): Promise<void> {
  await row.locator('[data-handle]').click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('textbox', { name: 'Label' })).toBeVisible();
}

/** A field in reading order, with its depth. */
export interface ReadField {
  field: TreeField;
  depth: number;
}

/** The fields in reading order, from the top down. */
export const inReadingOrder = (fields: readonly TreeField[]): ReadField[] => {
  const read = (nodes: readonly TreeNode[], depth: number): ReadField[] =>
    nodes.flatMap(({ field, children }) => [{ field, depth }, ...read(children, depth + 1)]);
  return read(buildTree(fields), 0);
};

/** What exports and forms depend on in fields: everything but their ids. */
export const withoutIds = (fields: readonly TreeField[]) => {
  const level = (nodes: readonly TreeNode[]): unknown[] =>
    nodes.map(({ field: { settings }, children }) => ({ settings, children: level(children) }));
  return level(buildTree(fields));
};

const indent = 20;

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not in view`);
  return box;
}

/** Waits until clicks work again: the drag library suppresses those directly after a drop. */
export async function untilClicksCount(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        let isReceived = false;
        const hear = () => {
          isReceived = true;
        };
        document.body.addEventListener('click', hear);
        document.body.click();
        document.body.removeEventListener('click', hear);
        return isReceived;
      }),
    )
    .toBe(true);
}

const tabOfFields = (page: Page) => page.getByRole('region', { name: 'Fields of the template' });

/** The line that shows where the dragged field goes. */
export const dropIndicator = (page: Page) => tabOfFields(page).locator('[data-gap]');

/** A drop goes to where the indicator is, which follows the pointer with a short delay. */
export async function expectDrop(page: Page, gap: number, depth: number): Promise<void> {
  await expect(dropIndicator(page)).toHaveAttribute('data-gap', String(gap));
  await expect(dropIndicator(page)).toHaveAttribute('data-depth', String(depth));
}

/** Drags a component from the palette below the last row of the tree, at this depth. */
export async function dragNew(page: Page, type: FieldType, depth: number): Promise<void> {
  const count = await rowsOf(page).count();
  const component = page
    .getByRole('list', { name: 'Components' })
    .getByRole('button', { name: fieldTypes[type].label, exact: true });
  const from = await boxOf(component);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  const to = await boxOf(count === 0 ? tabOfFields(page) : rowsOf(page).last());
  const y = count === 0 ? to.y + to.height / 2 : to.y + to.height * 0.75;
  await page.mouse.move(to.x + (depth + 1) * indent + 8, y, { steps: 8 });
  await expectDrop(page, count, depth);
  await page.mouse.up();
  await expect(rowsOf(page)).toHaveCount(count + 1);
  await expect(rowsOf(page).last()).toHaveAttribute('aria-level', String(depth + 1));
  await untilClicksCount(page);
}

/** Drags a row above or below another one, this many levels deeper than it was. */
export async function dragRow(
  page: Page,
  row: Locator,
  part: 'above' | 'below',
  target: Locator,
  deeper = 0,
): Promise<void> {
  const from = await boxOf(row);
  const to = await boxOf(target);
  const depth = Number(await row.getAttribute('aria-level')) - 1 + deeper;
  const place = await target.evaluate((one) => [...document.querySelectorAll('[role="treeitem"]')].indexOf(one));
  const gap = part === 'above' ? place : place + 1;
  const x = from.x + 200;
  await page.mouse.move(x, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(x + deeper * indent, to.y + to.height * (part === 'above' ? 0.2 : 0.8), { steps: 8 });
  await expectDrop(page, gap, depth);
  await page.mouse.up();
  await expect(dropIndicator(page)).toHaveCount(0);
  await untilClicksCount(page);
}

/** Presses a key until an element has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The focus does not reach ${target}.`);
}

/** The server’s JSON of the filled-in form. */
export async function shownJson(page: Page): Promise<string> {
  await showTab(page, 'JSON preview');
  const json = page.getByRole('region', { name: 'JSON preview' });
  await expect(json).toHaveAttribute('aria-busy', 'false');
  return (await json.textContent()) ?? '';
}
