import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { codeOf } from '../support/one-time-code.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { password } from '../support/server-studio.ts';
import { choose } from './choose-instance.ts';

const title = 'Confirm that it is you';

/** Begins to make a token, with a sign-in that is eleven minutes old. */
async function sendToken({ withFactor = false } = {}) {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const browser = await server.signIn('owner');
  const factor = withFactor ? await setUpFactor(server, 'owner') : undefined;
  await server.app.deps.database.query("update sign_ins set created_at = created_at - interval '11 minutes'", []);
  const view = await renderConsole('/settings/export-settings?view=tokens', { server, browser });
  await view.user.click(await screen.findByRole('button', { name: 'New token' }));
  const form = within(await screen.findByRole('dialog', { name: 'New token' }));
  await view.user.type(form.getByRole('textbox', { name: 'Name' }), 'Nightly{Enter}');
  const question = within(await screen.findByRole('dialog', { name: title }));
  return { ...view, server, form, question, factor };
}

const tokens = async (server: TestServer) =>
  (await server.call(projectTokens.list, { params: { instanceId: server.studio.dev } }, { as: 'owner' })).tokens.length;

test('a dangerous change asks for the password by keyboard, and is then made with what was typed', async () => {
  shows('5.company.confirm-dialog');
  const { server, user, question, form } = await sendToken();
  const input = await question.findByLabelText(/^Password/);
  await waitFor(() => expect(document.activeElement).toBe(input));
  await user.keyboard('{Enter}');
  await question.findByText('Password is a required field');
  await user.keyboard('wrong{Enter}');
  await question.findByText('This is not your password');
  expect(await tokens(server)).toBe(0);
  await user.clear(input);
  await user.type(input, `${password}{Enter}`);
  await form.findByText(/^qm_/);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  expect(await tokens(server)).toBe(1);
});

test('cancelling it makes no change, and what was typed stays', async () => {
  shows('5.company.confirm-dialog');
  const { server, user, question, form } = await sendToken();
  await question.findByLabelText(/^Password/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  await form.findByText('Confirm that it is you, then try again.');
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Nightly');
  expect(await tokens(server)).toBe(0);
});

test('an account with a second factor is asked for a code', async () => {
  shows('5.company.confirm-dialog');
  const { server, user, question, form, factor } = await sendToken({ withFactor: true });
  const input = await question.findByLabelText(/^Code/);
  expect(question.queryByLabelText(/^Password/)).toBeNull();
  await user.type(input, `${codeOf(factor?.secret ?? '', server.clock.now())}{Enter}`);
  await form.findByText(/^qm_/);
});
