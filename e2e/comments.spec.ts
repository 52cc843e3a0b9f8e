import type { Locator, Page } from '@playwright/test';
import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { paths, pathTo, syncReviewPath } from '@quartermaster/contract/paths.ts';
import { expectAccessibleInBoth } from './support/axe.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < 40; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The focus does not reach ${target}.`);
}

test('a field is discussed by the keyboard alone, and Escape leads back to it', async ({ page, demo, sample }) => {
  shows('5.comments.write', '5.comments.mention', '5.comments.resolve', '5.comments.author', '5.comments.bubble');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(pathTo(paths.item, { instanceId: demo.dev, templateId: sample.templateId, id: sample.itemId }));
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.focus();
  await expect(page.getByRole('button', { name: 'Comment on Title' })).toBeVisible();
  await page.keyboard.press('Control+Alt+m');
  const panel = page.getByRole('region', { name: 'Comments' });
  const input = panel.getByRole('textbox', { name: 'Comment on Title' });
  await expect(input).toBeFocused();
  await page.keyboard.type('Too long, @Ada');
  await expect(panel.getByRole('option', { name: 'Adam Admin' })).toBeVisible();
  await expectAccessibleInBoth(page, 'people who can be mentioned');
  await page.keyboard.press('Enter');
  await expect(input).toHaveValue('Too long, @Adam Admin ');
  await page.keyboard.press('Control+Enter');
  const thread = panel.getByRole('article', { name: 'Thread on Title' });
  await expect(thread).toContainText('Too long, @Adam Admin');

  await tabTo(page, thread.getByRole('button', { name: 'Answer' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Or **not**');
  await page.keyboard.press('Control+Enter');
  await expect(thread.getByText('not', { exact: true })).toBeVisible();
  await expect(thread.getByRole('button', { name: 'Answer' })).toBeFocused();
  await expectAccessibleInBoth(page, 'a thread next to a form');

  await tabTo(page, thread.getByRole('button', { name: 'Resolve' }));
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('No open comments.');
  await expect(panel).toBeFocused();
  await tabTo(page, panel.getByRole('button', { name: 'Show 1 resolved' }));
  await page.keyboard.press('Enter');
  await expectAccessibleInBoth(page, 'a resolved thread');
  await tabTo(page, thread.getByRole('button', { name: 'Reopen' }));
  await page.keyboard.press('Enter');
  await expect(thread.getByRole('button', { name: 'Resolve' })).toBeVisible();

  const edit = thread.getByRole('button', { name: 'Edit' });
  await tabTo(page, edit.last());
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' at all');
  await page.keyboard.press('Control+Enter');
  await expect(thread).toContainText('at all');
  await expect(edit.last()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Delete comment' })).toBeVisible();
  await expectAccessibleInBoth(page, 'the question before a comment is deleted');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await expect(thread).toContainText('Comment by Olivia Owner was deleted');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(panel).toBeFocused();

  await title.focus();
  await page.keyboard.press('Control+Alt+m');
  await expect(thread).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(title).toBeFocused();
});

test('a line of a review is discussed over its page, and Escape leads back to its bubble', async ({
  page,
  api,
  demo,
  sample,
}) => {
  shows('5.comments.lines');
  const { templateId, itemId } = sample;
  const params = { instanceId: demo.dev };
  const body = {
    changes: [{ template_id: templateId, is_update_template: true, items: [itemId] }],
    note: '',
  };
  const { id } = await api.call(syncReviews.create, { params, body });
  await page.goto(syncReviewPath(id, demo.dev));
  await page.getByRole('link', { name: 'A sample' }).focus();
  await page.keyboard.press('ArrowRight');
  const bubble = page.getByRole('button', { name: 'Comment on A sample' });
  await expect(bubble).toBeFocused();
  await expectAccessibleInBoth(page, 'a review with a bubble');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Comment on A sample' })).toBeFocused();
  await page.keyboard.type('Really?');
  await page.keyboard.press('Control+Enter');
  const thread = page.getByRole('article', { name: 'Thread on A sample' });
  await expect(thread).toContainText('Really?');
  await expectAccessibleInBoth(page, 'a thread over a review');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '1 comment on A sample' })).toBeFocused();
  const { threads } = await api.call(comments.list, { params, query: { about: 'review', subject_id: id } });
  await page.goto(`${syncReviewPath(id, demo.dev)}&thread=${threads[0]?.id}`);
  await expect(thread).toBeFocused();
  await api.call(syncReviews.decline, { params: { ...params, reviewId: id }, body: { note: '' } });
});
