import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { pageWithHash, paths } from '@quartermaster/contract/paths.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { countCalls } from '../support/counted-calls.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const getsMails = async (server: TestServer) => (await server.call(comments.getMails, {}, { as: 'owner' })).mentions;

/** The address in a mail of mentions to the owner. */
function mailedPath({ app, studio }: TestServer): string {
  const { owner } = studio.accounts;
  return pageWithHash(paths.mentionMails, `${owner}.${app.deps.secrets.sign(`stop mails of mentions ${owner}`)}`);
}

test('the profile turns mails about mentions off and on', async () => {
  shows('5.comments.mail-setting');
  const server = await startTestServer();
  const { user } = await renderConsole(paths.account, { server, as: 'owner' });
  const setting = await screen.findByRole('switch', { name: /^Mails about mentions/ });
  expect(setting).toHaveProperty('checked', true);
  await user.click(setting);
  await waitFor(async () => expect(await getsMails(server)).toBe(false));
  await waitFor(() => expect(setting).toHaveProperty('disabled', false));
  expect(setting).toHaveProperty('checked', false);
  await user.click(setting);
  await waitFor(async () => expect(await getsMails(server)).toBe(true));
});

test('a change of the setting that fails is shown, and the setting is what is stored', async () => {
  shows('5.comments.mail-setting');
  const { user } = await renderConsole(paths.account, {
    as: 'owner',
    intercept: (fetch) => (input, init) =>
      init?.method === 'POST' && String(input).endsWith('/settings/mails')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : fetch(input, init),
  });
  const setting = await screen.findByRole('switch', { name: /^Mails about mentions/ });
  await user.click(setting);
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  expect(setting).toHaveProperty('checked', true);
});

test('the link of a mail turns them off by one click, without a session, and not by being opened', async () => {
  shows('5.comments.mail-setting');
  const server = await startTestServer();
  const { calls, intercept } = countCalls();
  const { user } = await renderConsole(mailedPath(server), { server, intercept });
  const button = await screen.findByRole('button', { name: 'Turn off these mails' });
  expect(calls).toEqual([]);
  expect(await getsMails(server)).toBe(true);
  await user.click(button);
  const heading = await screen.findByRole('heading', { level: 1, name: 'Mails are off' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.getByRole('status').textContent).toContain('You get no more mails');
  expect(screen.getByRole('link', { name: 'profile' }).getAttribute('href')).toBe('/settings/account');
  expect(await getsMails(server)).toBe(false);
});

test.each(['', '1.x'])('a link with the key "%s" says that it is not valid', async (key) => {
  shows('5.comments.mail-setting');
  const { user } = await renderConsole(key === '' ? paths.mentionMails : pageWithHash(paths.mentionMails, key));
  if (key !== '') await user.click(await screen.findByRole('button', { name: 'Turn off these mails' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is not valid/);
  expect(screen.getByRole('link', { name: 'Return home' })).toBeTruthy();
});
