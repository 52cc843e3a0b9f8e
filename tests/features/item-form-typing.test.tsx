import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fieldInputs } from '../../src/shared/field-types/inputs.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const fields = inOrder([
  field('name', 'text'),
  ...Array.from({ length: 40 }, (_, place) => field(`f${place}`, 'text')),
  field('bonuses', 'dynamic-group'),
  field('bonus', 'text', { parentId: 'bonuses' }),
]);

/** Records which inputs render, with their values, until the test ends. */
function noteInputs(): string[] {
  const { text: Input } = fieldInputs;
  if (!Input) throw new Error('Texts have an input');
  const noted: string[] = [];
  fieldInputs.text = (props) => {
    noted.push(`${props.settings.name}: ${props.value ?? ''}`);
    return <Input {...props} />;
  };
  onTestFinished(() => {
    fieldInputs.text = Input;
  });
  return noted;
}

test('a keystroke renders and validates only its own field', async () => {
  const server = await startTestServer();
  await saveTemplate(server, 'many', fields, { label: 'Many' });
  const bonuses = Array.from({ length: 10 }, (_, place) => ({ bonus: `b${place}` }));
  const [item] = await saveAll(server, [saveBody('many', fields, { f3: 'three', bonuses }, { label: 'One' })]);
  const rendered = noteInputs();
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/many/items/${item?.id}/edit`, {
    as: 'owner',
    server,
  });
  const input = await screen.findByLabelText('The name', { selector: 'textarea' });
  expect(rendered).toContain('f3: three');
  // After the first blur, errors are updated while typing.
  await user.type(input, 'a');
  await user.tab();
  await user.click(input);
  rendered.length = 0;
  const check = vi.spyOn(fieldTypes.text, 'check');
  onTestFinished(() => check.mockRestore());

  await user.keyboard('bcd');
  expect(input).toHaveProperty('value', 'abcd');
  expect(new Set(rendered)).toEqual(new Set(['name: ab', 'name: abc', 'name: abcd']));
  expect(check.mock.calls.map(([value]) => value)).toEqual(['ab', 'abc', 'abcd']);

  rendered.length = 0;
  check.mockClear();
  const [, second] = screen.getAllByLabelText('The bonus', { selector: 'textarea' });
  await user.type(second as HTMLElement, 'x');
  await user.tab();
  await user.type(second as HTMLElement, 'y');
  expect(new Set(rendered)).toEqual(new Set(['bonus: b1x', 'bonus: b1xy']));
  expect(new Set(check.mock.calls.map(([value]) => value))).toEqual(new Set(['abcd', 'b1x', 'b1xy']));
});
