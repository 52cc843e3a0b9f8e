import { parseOption } from '@quartermaster/contract/field-types/choice.ts';
import { optionsOfTexts } from '@quartermaster/contract/field-types/conversions.ts';
import { checkOptions } from '@quartermaster/contract/field-types/options.ts';
import { checkRuleList } from '@quartermaster/contract/field-types/rules.ts';
import { feedbackRule } from '@quartermaster/contract/rules/feedback.ts';
import { accountNameRule } from '@quartermaster/contract/rules/people/account.ts';
import { registrationRule } from '@quartermaster/contract/rules/people/registration.ts';
import { newProjectRule, projectNameRule } from '@quartermaster/contract/rules/project.ts';
import { checkTemplateName } from '@quartermaster/contract/rules/template-settings.ts';
import { newWorkspaceRule, workspaceNameRule } from '@quartermaster/contract/rules/workspace.ts';
import { checkInvisible, comparedText } from '@quartermaster/contract/typed-text.ts';
import { describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';

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
    ['has one form of Unicode', 'Zoe\u0308', 'Zo\u00eb'],
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

test('names are the same without outer blanks and in any form of Unicode', () => {
  shows('5.same.texts');
  expect(comparedText('\u3000 Zoe\u0308\ufeff\n')).toBe('Zo\u00eb');
  const label = (label: string, id: string) => ({ id, label });
  expect(checkOptions([label('Zo\u00eb', 'a'), label('Zoe\u0308 ', 'b')])).toBe(
    'two options have the label Zoe\u0308 ',
  );
  expect(parseOption(' Zoe\u0308', [label('Zo\u00eb ', 'a')])).toEqual({ value: 'a' });
  expect(checkOptions([label('Iron Gate', 'a'), label('Iron\u00a0 Gate', 'b')])).toContain(
    'two options have the label',
  );
  expect(parseOption('IRON\u202fGate', [label('Iron Gate', 'a')])).toEqual({ value: 'a' });
  const rule = (name: string) => ({ name, condition: 'true', message: 'No.' });
  expect(checkRuleList([rule('Iron Gate'), rule('Iron\u00a0Gate')])).toContain('two conditions have the name');
  expect(checkRuleList([rule('Zo\u00eb'), rule('Zoe\u0308')])).toBe('two conditions have the name Zoe\u0308');
  expect(optionsOfTexts(['Zo\u00eb', 'Zoe\u0308 ', 'Z\u200boe'])).toEqual([{ id: 'zoe', label: 'Zo\u00eb' }]);
});

test('characters that nobody sees are refused', async () => {
  shows('5.same.invisible');
  for (const text of [
    'axe',
    'a\tb\nc',
    '👩🏽‍⚕️ 🏳️‍🌈 1️⃣',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'می\u200cخواهم',
    'क्\u200dष',
    'ക്\u200d',
    '葛\u{e0100}',
  ])
    expect(checkInvisible(text), text).toBeUndefined();
  for (const [text, code, place] of [
    ['ax\u200be', '200B', 'after "ax"'],
    ['\ufeffaxe', 'FEFF', 'at its start'],
    ['a\u00adxe', '00AD', 'after "a"'],
    ['a\u200dxe', '200D', 'after "a"'],
    ['می\u200c\u200cخ', '200C', 'after "می"'],
    ['1\ufe0f', 'FE0F', 'after "1"'],
    ['axe\u{e0041}', 'E0041', 'after "axe"'],
    ['\u202eaxe', '202E', 'at its start'],
    ['axe\u0007', '0007', 'after "axe"'],
  ])
    expect(checkInvisible(text ?? '')).toBe(`has an invisible character (U+${code}) ${place}`);
  const reason = 'has an invisible character (U+200B) after "Iron"';
  expect(checkTemplateName('Iron\u200b Gate')).toBe(`Name ${reason}`);
  expect(checkOptions([{ id: 'a', label: 'Iron\u200b' }])).toBe(`the label of option 1 ${reason}`);
  await expect(projectNameRule.validate({ name: 'Iron\u200bGate' })).rejects.toThrow(`Name ${reason}`);
});

test('the name is optional for feedback', async () => {
  expect((await feedbackRule.validate({ message: 'Good', name: '\u200b' })).name).toBe('');
});
