import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { providePatterns } from '@quartermaster/contract/field-types/patterns.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SettingsPanel } from '../../src/features/templates/settings/settings-panel.tsx';
import { havePatterns } from '../../src/shared/field-types/use-patterns.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { renderEditorPart } from '../support/editor-part.tsx';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const message = 'should be like sword_01';
const ruled = { pattern: '[a-z]+_[0-9]{2}', patternMessage: message };

// Other files of the same worker may have loaded it.
beforeEach(() => providePatterns(undefined));

test('a pattern is checked while it is typed, and tried on an example', async () => {
  shows('4.field.pattern-form');
  const server = await startTestServer();
  await saveTemplate(server, 'thing', [field('code', 'text')]);
  const { user, choose } = await renderEditorPart(<SettingsPanel />, { server, templateId: 'thing' });
  choose('code');
  const pattern = screen.getByRole('textbox', { name: 'Pattern' });
  await user.type(pattern, '[[a-z');
  await waitFor(() => expect(pattern.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(/^is not a pattern: missing closing \]/)).toBeTruthy();
  await user.type(pattern, ']+');
  await waitFor(() => expect(pattern.getAttribute('aria-invalid')).not.toBe('true'));
  const example = screen.getByRole('textbox', { name: 'Try the pattern' });
  await user.type(example, 'sword');
  expect(await screen.findByText('Matches')).toBeTruthy();
  await user.type(example, '1');
  expect(await screen.findByText('Does not match')).toBeTruthy();
});

test.each([
  ['item form', 'items/new'],
  ['preview', 'edit?tab=preview'],
])('in the %s, a text that does not match gets the message of its field', async (_, path) => {
  shows('4.field.pattern-form');
  const server = await startTestServer();
  await saveTemplate(server, 'thing', inOrder([field('code', 'text', ruled), field('title', 'text')]), {
    label: 'Thing',
  });
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/thing/${path}`, {
    as: 'owner',
    server,
  });
  const code = await screen.findByRole('textbox', { name: /The code/ });
  await user.type(code, 'Sword');
  await user.tab();
  expect(await screen.findByText(message)).toBeTruthy();
  await user.clear(code);
  await user.type(code, 'sword_01');
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
});

test('a template has patterns if a field has one, also in rows', () => {
  shows('4.field.pattern-form');
  const rows = [field('rows', 'dynamic-group'), field('code', 'text', { parentId: 'rows', ...ruled })];
  expect(havePatterns(buildTree(inOrder(rows)))).toBe(true);
  expect(havePatterns(buildTree(inOrder([field('code', 'text')])))).toBe(false);
});
