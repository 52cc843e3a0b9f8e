import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { weapon } from '../support/item-content.ts';
import { saveOne } from '../support/sample-template.ts';
import { choose } from './choose-instance.ts';
import { syncAll, withWeapons } from './sync-studio.ts';

const environment = () =>
  within(screen.getByRole('navigation', { name: 'Environments' }))
    .getAllByRole('button')
    .find((button) => button.getAttribute('aria-current') === 'true')?.textContent;
const isIn = (env: string) => waitFor(() => expect(environment()).toBe(env));

/** A sword in Dev and Stage, and an axe that only Dev has. */
async function studio() {
  const { server, weapons } = await withWeapons(['Sword']);
  await syncAll(server);
  const { id: axe } = await saveOne(server, weapon('Axe', { cost: 1 }));
  const pathIn = (instanceId: number, rest = '') => `/instance/${instanceId}/templates/weapon/items${rest}`;
  return { server, sword: weapons[0] ?? 0, axe, pathIn };
}

test('another environment of the project is one click away, on the same item and the same list', async () => {
  shows('1.4.instance.call-when-different');
  const { server, sword, pathIn } = await studio();
  const { dev, stage } = server.studio;
  const { user, untilPath, path } = await renderConsole(pathIn(dev, `/${sword}/edit`), { server, as: 'owner' });
  await screen.findByLabelText(/^Label/);
  await isIn('dev');
  await user.click(screen.getByRole('button', { name: 'Switch to stage' }));
  await untilPath(pathIn(stage, `/${sword}/edit`));
  await isIn('stage');
  await user.click(screen.getByRole('link', { name: 'Back to Weapon' }));
  await untilPath(pathIn(stage));
  // The address changes before its page is rendered.
  await screen.findByRole('link', { name: 'Sword' });
  await user.click(screen.getByRole('button', { name: 'Switch to dev' }));
  await untilPath(pathIn(dev));
  expect(path()).toBe(pathIn(dev));
});

test('switching to an environment without the page opens the nearest page there, and shows a notice', async () => {
  const { server, axe, pathIn } = await studio();
  const { dev, stage } = server.studio;
  const { user, overlay, untilPath } = await renderConsole(pathIn(dev, `/${axe}/edit`), { server, as: 'owner' });
  await screen.findByLabelText(/^Label/);
  await user.click(screen.getByRole('button', { name: 'Switch to stage' }));
  // The toasts first: they close after some seconds.
  expect(await within(overlay).findByText(`# ${axe} is not in stage`)).toBeTruthy();
  await untilPath(pathIn(stage));
  await isIn('stage');
  await screen.findByRole('link', { name: 'Sword' });
  await user.click(screen.getByRole('button', { name: 'Switch to prod' }));
  expect(await within(overlay).findByText('The template weapon is not in prod')).toBeTruthy();
  await untilPath('/');
  await isIn('prod');
});

test('a page without an instance in its address stays, and shows the other environment', async () => {
  const { server } = await studio();
  await choose(server, 'owner', server.studio.dev);
  const { user, path } = await renderConsole('/settings/exported-data', { server, as: 'owner' });
  await screen.findByRole('heading', { name: 'No exports yet' });
  await user.click(screen.getByRole('button', { name: 'Switch to prod' }));
  await isIn('prod');
  expect(path()).toBe('/settings/exported-data');
});

test('one click does not discard unsaved changes: the switcher opens and asks for confirmation', async () => {
  const { server, sword, pathIn } = await studio();
  const { user, path } = await renderConsole(pathIn(server.studio.dev, `/${sword}/edit`), { server, as: 'owner' });
  await user.type(await screen.findByLabelText(/^Label/), ' of fire');
  await user.click(screen.getByRole('button', { name: 'Switch to stage' }));
  expect(await screen.findByRole('dialog', { name: /^Change instance/ })).toBeTruthy();
  expect(path()).toBe(pathIn(server.studio.dev, `/${sword}/edit`));
});
