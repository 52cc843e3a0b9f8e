import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { untilAnswered } from '../support/open-requests.ts';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

const code = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock('../../src/features/settings/workspace/workspace-page.tsx', async (importOriginal) => {
  await code.promise;
  return importOriginal();
});

it('a page that may no longer be opened does not cancel the navigation that leaves it', async () => {
  const server = await startTestServer();
  const { workspaceId, projectId } = server.studio;
  await choose(server, 'owner', server.studio.dev);
  const page = `/settings/workspaces/${workspaceId}/projects/${projectId}`;
  const { root, path, untilPath, untilFollows, user } = await renderConsole(page, {
    server,
    as: 'owner',
    follows: true,
  });
  const inside = within(root);
  await inside.findByRole('heading', { level: 1, name: 'Studio game' });
  await untilFollows();
  await user.click(inside.getByRole('link', { name: 'Back to Studio' }));
  await server.call(projects.delete, { params: { projectId } }, { as: 'owner' });
  await waitFor(() => expect(inside.queryByRole('link', { name: 'Studio game' })).toBeNull());
  await untilAnswered();
  expect(screen.queryByText('Page not found')).toBeNull();
  expect(path()).toBe(page);
  act(code.resolve);
  await untilPath(`/settings/workspaces/${workspaceId}`);
  expect(await inside.findByRole('heading', { level: 1, name: 'Studio' })).toBeTruthy();
});
