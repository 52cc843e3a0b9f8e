import { comments, type NewThread } from '@quartermaster/contract/endpoints/comments.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { releasesOf } from '../support/release-calls.ts';
import type { TestServer } from '../support/server.ts';
import { withWeapons } from './sync-studio.ts';

const owner = { as: 'owner' } as const;

const listOf = async (server: TestServer, about: NewThread['about'], subject_id: number) => {
  const params = { instanceId: server.studio.dev };
  return (await server.call(comments.list, { params, query: { about, subject_id } }, owner)).threads;
};

const createReview = async ({ call, studio }: TestServer) => {
  const body = { changes: [], all: true as const, note: '' };
  return (await call(syncReviews.create, { params: { instanceId: studio.dev }, body } as never, { as: 'admin' })).id;
};

const panel = () => screen.findByRole('region', { name: 'Comments' });

test('a line of a review has a bubble, which arrow keys reach, and its thread is counted there', async () => {
  shows('5.comments.lines');
  const { server, weapons } = await withWeapons();
  const id = await createReview(server);
  const { user } = await renderConsole(`/instance-sync/reviews/${id}?instance=${server.studio.dev}`, {
    server,
    ...owner,
  });
  const bubble = await screen.findByRole('button', { name: 'Comment on Axe' });
  (await screen.findByRole('link', { name: 'Axe' })).focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(bubble);
  await user.keyboard('{Enter}');
  const input = await screen.findByRole('textbox', { name: 'Comment on Axe' });
  await waitFor(() => expect(document.activeElement).toBe(input));
  await user.keyboard('Too cheap?{Control>}{Enter}{/Control}');
  await within(await panel()).findByRole('article', { name: 'Thread on Axe' });
  await user.keyboard('{Escape}{Escape}');
  const counted = await screen.findByRole('button', { name: '1 comment on Axe' });
  await waitFor(() => expect(document.activeElement).toBe(counted));
  expect(await listOf(server, 'review', id)).toMatchObject([{ template_id: 'weapon', item_id: weapons[1] }]);
  // The template's own change is a line, too.
  await user.click(screen.getByRole('button', { name: 'Comment on the template Weapon' }));
  await user.type(await screen.findByRole('textbox', { name: 'Comment on the template Weapon' }), 'Why?');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByRole('button', { name: '1 comment on the template Weapon' });
  expect((await listOf(server, 'review', id))[1]).not.toHaveProperty('item_id');
});

test('a line of a release is opened at its thread by the address of a mail, and by the keys of comments', async () => {
  shows('5.comments.lines', '5.comments.address');
  const { server, weapons } = await withWeapons();
  const id = await releasesOf(server).create();
  const target = { about: 'release', subject_id: id, template_id: 'weapon', item_id: weapons[0] ?? 0 } as const;
  const params = { instanceId: server.studio.dev };
  const thread = await server.call(comments.create, { params, body: { ...target, text: 'Look' } }, { as: 'admin' });
  const path = `/instance-sync/releases/${id}?instance=${server.studio.dev}&thread=${thread.id}`;
  const { user } = await renderConsole(path, { server, ...owner });
  const opened = await within(await panel()).findByRole('article', { name: 'Thread on Sword, unread' });
  await waitFor(() => expect(document.activeElement).toBe(opened));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Comments' })).toBeNull());
  await screen.findByRole('button', { name: /^1 comment on Sword/ });
  (await screen.findByRole('link', { name: 'Axe' })).focus();
  await user.keyboard('{Control>}{Alt>}m{/Alt}{/Control}');
  await screen.findByRole('textbox', { name: 'Comment on Axe' });
});

test('a line of a proposal is commented on, also one that creates an item', async () => {
  shows('5.comments.lines');
  const { server, weapons } = await withWeapons();
  const items = [
    { _id: weapons[0], cost: 9 },
    { _label: 'Bow', cost: 3 },
  ];
  const body = { title: 'Prices', note: '', changes: [{ template_id: 'weapon', items }] };
  const params = { instanceId: server.studio.dev };
  const { id } = (await server.call(proposals.create, { params, body }, owner)).proposal;
  const { user } = await renderConsole(`/proposals/${id}?instance=${server.studio.dev}`, { server, ...owner });
  for (const [label, text] of [
    ['Sword', 'Dear'],
    ['Bow', 'New'],
  ]) {
    await user.click(await screen.findByRole('button', { name: `Comment on ${label}` }));
    await user.type(await screen.findByRole('textbox', { name: `Comment on ${label}` }), text ?? '');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('button', { name: `1 comment on ${label}` });
  }
  expect(await listOf(server, 'proposal', id)).toMatchObject([
    { item_id: weapons[0] },
    { template_id: 'weapon', line: 2 },
  ]);
  await within(await panel()).findByRole('article', { name: 'Thread on new item 2' });
});

test('Escape in the question before a comment is deleted leaves the drawer open', async () => {
  shows('5.comments.lines');
  const { server } = await withWeapons();
  const id = await createReview(server);
  const params = { instanceId: server.studio.dev };
  await server.call(comments.create, { params, body: { about: 'review', subject_id: id, text: 'Mine' } }, owner);
  const path = `/instance-sync/reviews/${id}?instance=${server.studio.dev}&comments`;
  const { user } = await renderConsole(path, { server, ...owner });
  const button = await within(await panel()).findByRole('button', { name: 'Delete' });
  await user.click(button);
  await screen.findByRole('dialog', { name: 'Delete comment' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete comment' })).toBeNull());
  expect(screen.getByRole('button', { name: /^Comments/, expanded: true, hidden: true })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(button));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('pages without comments of their own have no bubbles', async () => {
  const { server } = await withWeapons();
  await renderConsole('/instance-sync', { server, ...owner });
  await screen.findByRole('link', { name: 'Axe' });
  expect(screen.queryByRole('button', { name: /^Comment on/ })).toBeNull();
});
