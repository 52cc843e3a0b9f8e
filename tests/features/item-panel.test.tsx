import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startTries } from '../support/tries.ts';
import { field, type Options, openSword } from './sword-form.ts';

const panel = (name: string) => screen.findByRole('dialog', { name });
const pill = (name: string) => screen.findByRole('link', { name });
const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Answers requests for items of this template in the test instead of the server. */
const instead =
  (templateId: string, answer: () => Response | Error | undefined): NonNullable<Options['intercept']> =>
  (fetch) =>
  async (input, init) => {
    const replacement = new RegExp(`/items/${templateId}/\\d+$`).test(String(input)) ? answer() : undefined;
    if (replacement instanceof Error) throw replacement;
    return replacement ?? fetch(input, init);
  };

test('a linked item opens next to the form, its links one level deeper, and Esc returns to the pill; typed text stays', async () => {
  const { user, path, steel, iron, id } = await openSword();
  const before = path();
  await user.type(field(/^Notes/), 'kept');
  const opener = await pill('Steel');
  await user.click(opener);
  const open = await panel(`Material | # ${steel}`);
  expect(await within(open).findByText('Steel')).toBeTruthy();
  expect(within(open).getByText('Origin')).toBeTruthy();
  await waitFor(() => expect(open.contains(document.activeElement)).toBe(true));

  await user.click(await within(open).findByRole('button', { name: 'Used by' }));
  const use = await within(open).findByRole('link', { name: `Sword #${id}` });
  await user.click(use);
  const deeper = await panel(`Weapon | # ${id}`);
  // The saved value, not the typed one.
  expect(await within(deeper).findByText('120')).toBeTruthy();
  expect(within(deeper).queryByText('kept')).toBeNull();
  await user.click((await within(deeper).findAllByRole('link', { name: 'Iron' }))[0] as HTMLElement);
  await panel(`Material | # ${iron}`);
  await user.click(within(deeper).getByRole('button', { name: `# ${id}` }));
  await panel(`Weapon | # ${id}`);
  await user.click(within(deeper).getByRole('button', { name: `# ${steel}` }));
  await panel(`Material | # ${steel}`);
  await waitFor(() => expect(document.activeElement).toBe(use));
  expect(within(deeper).queryByRole('button', { name: /^# / })).toBeNull();

  await user.keyboard('{Escape}');
  await untilClosed();
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(path()).toBe(before);
  expect(field(/^Notes/)).toHaveProperty('value', 'kept');
});

test('without the permission to save, links also open next to the item', async () => {
  const { user, iron, path } = await openSword({ as: 'member' });
  const before = path();
  await user.click((await screen.findAllByRole('link', { name: 'Iron' }))[0] as HTMLElement);
  await panel(`Material | # ${iron}`);
  expect(path()).toBe(before);
});

test('"Open" navigates to the page of the item, after a confirmation if there are unsaved changes', async () => {
  const { user, untilPath, steel, listPath, path } = await openSword();
  const before = path();
  await user.type(field(/^Notes/), 'kept');
  await user.click(await pill('Steel'));
  await user.click(within(await panel(`Material | # ${steel}`)).getByRole('link', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Stay on this page' }));
  await untilClosed();
  expect(field(/^Notes/)).toHaveProperty('value', 'kept');
  await user.click(await pill('Steel'));
  await user.click(within(await panel(`Material | # ${steel}`)).getByRole('link', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  const page = listPath.replace('weapon', 'material');
  await untilPath(`${page}/${steel}/edit`);
  // The address changes before its page is rendered.
  await waitFor(() => expect(screen.getByRole('link', { name: /^Back to/ }).getAttribute('href')).toBe(before));
});

test('the panel shows a missing item or a network error, with a retry', async () => {
  let answer: () => Response | Error | undefined = () =>
    Response.json({ status_code: 404, error: 'not_found', message: 'Not found' }, { status: 404 });
  const count = { calls: 0 };
  const { user, steel, iron, path } = await openSword({
    intercept: instead('material', () => {
      count.calls += 1;
      return answer();
    }),
  });
  const before = path();
  await user.type(field(/^Notes/), 'kept');
  await user.click(await pill('Steel'));
  const missing = await panel(`Material | # ${steel}`);
  expect(await within(missing).findByText('The item could not be loaded')).toBeTruthy();
  await user.keyboard('{Escape}');
  await untilClosed();

  answer = () => new TypeError('Failed to fetch');
  count.calls = 0;
  const { untilLast } = startTries();
  await user.click(await pill('Open Iron'));
  const failed = await panel(`Material | # ${iron}`);
  await untilLast(() => count.calls);
  await within(failed).findByText('The item could not be loaded');
  answer = () => undefined;
  await user.click(within(failed).getByRole('button', { name: 'Try again' }));
  expect(await within(failed).findByText('Origin')).toBeTruthy();
  expect(path()).toBe(before);
  expect(field(/^Notes/)).toHaveProperty('value', 'kept');
});
