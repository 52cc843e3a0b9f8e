import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

const section = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name });
  return within(heading.closest('section') ?? expect.fail('The heading is in a section.'));
};

test('the sidebar leads to what changes and delivers content, and says what waits there', async () => {
  shows('5.finding.sections');
  const server = await startTestServer();
  const { dev } = server.studio;
  const {
    weapons: [sword],
  } = await saveWeapons(server, () => [['Sword', { cost: 1 }]]);
  const body = { title: 'Balance', changes: [{ template_id: 'weapon', items: [{ _id: sword ?? 0, cost: 7 }] }] };
  await server.call(proposals.create, { params: { instanceId: dev }, body }, { as: 'member' });
  await choose(server, 'owner', dev);
  const { user, untilPath } = await renderConsole('/', { server, as: 'owner' });
  const changes = await section('Changes');
  const names = (list: typeof changes) => list.getAllByRole('link').map((link) => link.childNodes[1]?.textContent);
  await waitFor(() =>
    expect(names(changes)).toEqual(['Sync', 'Reviews', 'Proposals', 'Releases', 'History', 'Activity', 'Trash']),
  );
  const delivery = await section('Delivery');
  expect(names(delivery)).toEqual(['Builds', 'Channels', 'Webhooks', 'Tokens']);

  const link = () => changes.getByRole('link', { name: 'Proposals', description: '1 to decide' });
  await waitFor(link);
  expect(within(link()).getByText('1')).toBeTruthy();
  expect(changes.getByRole('link', { name: 'Reviews' }).textContent).toBe('Reviews');
  await user.click(link());
  await untilPath('/proposals');
  expect(link().getAttribute('aria-current')).toBe('page');

  // Once it is declined, nothing waits any more.
  await user.click(await screen.findByRole('link', { name: 'Balance' }));
  await user.click(await screen.findByRole('button', { name: 'Decline…' }));
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(changes.getByRole('link', { name: 'Proposals' }).textContent).toBe('Proposals'));

  await user.click(delivery.getByRole('link', { name: 'Channels' }));
  await screen.findByRole('heading', { level: 1, name: 'Exported data' });
  expect(delivery.getByRole('link', { name: 'Channels' }).getAttribute('aria-current')).toBe('page');
  expect(delivery.getByRole('link', { name: 'Builds' }).getAttribute('aria-current')).toBeNull();
  await user.click(changes.getByRole('link', { name: 'Reviews' }));
  await screen.findByText('No reviews yet');
});
