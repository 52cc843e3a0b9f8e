import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { openTemplate, rowsOf, treeOf } from '../support/pages/template-editor.ts';
import { expect, test } from '../support/test.ts';

const templateId = 'two_thousand_fields';

test.beforeEach(({ ownTemplate }) => ownTemplate(templateId));

test('a tree of 2,000 fields is complete for a screen reader, whatever part is rendered', async ({
  page,
  api,
  demo,
}) => {
  const params = { instanceId: demo.dev };
  const groups = Array.from({ length: 100 }, (_, at) => ({
    id: `group${at}`,
    parentId: null,
    order: at,
    settings: { type: 'group' as const, name: `group${at}`, label: `Group ${at}` },
  }));
  const inner = groups.flatMap(({ id: parentId }) =>
    Array.from({ length: 19 }, (_, order) => ({
      id: `${parentId}x${order}`,
      parentId,
      order,
      settings: { type: 'boolean' as const, name: `f${order}`, label: `Field ${order} of ${parentId}` },
    })),
  );
  const body = { id: templateId, label: 'Two thousand', version: 0, fields: [...groups, ...inner] };
  await api.call(templates.save, { params, body });
  await openTemplate(page, demo.dev, templateId);
  const tree = treeOf(page);
  /** The active row of the tree for screen readers, which has to exist and be in view. */
  const expectAt = async (name: string, where: { level: number; position: number; of: number; expanded?: boolean }) => {
    const { level, position, of, expanded } = where;
    const line = tree.getByRole('treeitem', { name: new RegExp(name), level });
    await expect(line).toBeInViewport({ ratio: 1 });
    await expect(line).toHaveAttribute('aria-posinset', `${position}`);
    await expect(line).toHaveAttribute('aria-setsize', `${of}`);
    if (expanded === undefined) await expect(line).not.toHaveAttribute('aria-expanded');
    else await expect(line).toHaveAttribute('aria-expanded', `${expanded}`);
    await expect(tree).toHaveAttribute('aria-activedescendant', (await line.getAttribute('id')) ?? '');
  };
  await tree.focus();
  await expect(tree).toHaveAttribute('aria-multiselectable', 'true');
  await page.keyboard.press('Home');
  await expectAt('Group 0', { level: 1, position: 1, of: 100, expanded: true });
  await page.keyboard.press('ArrowDown');
  await expectAt('Field 0 of group0', { level: 2, position: 1, of: 19 });
  await page.keyboard.press('End');
  await expectAt('Field 18 of group99', { level: 2, position: 19, of: 19 });
  await page.keyboard.press('ArrowLeft');
  await expectAt('Group 99', { level: 1, position: 100, of: 100, expanded: true });
  await page.keyboard.press('ArrowLeft');
  await expectAt('Group 99', { level: 1, position: 100, of: 100, expanded: false });
  // Without a pause: a later letter starts another word.
  await Promise.all([...'group 5'].map((letter) => page.keyboard.press(letter)));
  await expectAt('Group 5 ', { level: 1, position: 6, of: 100, expanded: true });
  await page.keyboard.press('Control+a');
  await expect(tree.locator('[aria-selected="false"]')).toHaveCount(0);
  await expect(tree.locator('[aria-selected="true"]').first()).toBeVisible();
  expect(await rowsOf(page).count()).toBeLessThan(80);
});
