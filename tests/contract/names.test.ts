import { feedbackRule } from '@quartermaster/contract/rules/feedback.ts';
import { accountNameRule } from '@quartermaster/contract/rules/people/account.ts';
import { registrationRule } from '@quartermaster/contract/rules/people/registration.ts';
import { newProjectRule, projectNameRule } from '@quartermaster/contract/rules/project.ts';
import { newWorkspaceRule, workspaceNameRule } from '@quartermaster/contract/rules/workspace.ts';
import { describe, expect, test } from 'vitest';

const rules = [
  ['an account', async (name: string) => (await accountNameRule.validate({ name })).name],
  [
    'a registration',
    async (name: string) => (await registrationRule.validate({ account_name: name, email: 'a@b.test' })).account_name,
  ],
  ['a workspace', async (name: string) => (await workspaceNameRule.validate({ name })).name],
  ['a new workspace', async (name: string) => (await newWorkspaceRule.validate({ name })).name],
  ['a project', async (name: string) => (await projectNameRule.validate({ name })).name],
  [
    'a new project',
    async (name: string) => (await newProjectRule.validate({ project_name: name, workspace_id: 1 })).project_name,
  ],
] as const;

describe.each(rules)('the name of %s', (_, read) => {
  test.each([
    ['stays as typed', 'Zoë’s <b>Game</b> 2', 'Zoë’s <b>Game</b> 2'],
    ['keeps an emoji of several code points', '👩‍👧 家', '👩‍👧 家'],
    ['is reduced to one line', 'Iron\r\nBcc: thief@studio.test', 'Iron Bcc: thief@studio.test'],
    ['has only single visible spaces, so that it can be retyped', ' Iron \t  Gate ', 'Iron Gate'],
    ['cannot reverse the text around it', '\u202eevoba\u202c \u2066Iron', 'evoba Iron'],
  ])('%s', async (_, typed, kept) => {
    expect(await read(typed)).toBe(kept);
  });

  test.each(['\u200b', '\u200b \u2060', '\u202e', '\u3164', '\u0007'])(
    'is missing if it is invisible: %j',
    async (typed) => {
      await expect(read(typed)).rejects.toThrow(/ame is a required field$/);
    },
  );
});

test('the name is optional for feedback', async () => {
  expect((await feedbackRule.validate({ message: 'Good', name: '\u200b' })).name).toBe('');
});
