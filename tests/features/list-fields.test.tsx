import { MantineProvider } from '@mantine/core';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { readOperations } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { checkFieldValue } from '../../src/shared/field-types/check-field-value.ts';
import { fieldCell } from '../../src/shared/field-types/field-cell.tsx';
import { fieldInputOf } from '../../src/shared/field-types/inputs.ts';
import { shows } from '../specification/shows.ts';

type ListName = 'text-list' | 'number-list';
const settingsOf = (type: ListName) =>
  ({ type, name: 'tags', label: 'Tags', ...fieldTypes[type].defaultSettings }) as FieldSettings;

interface HeldFieldProps {
  settings: FieldSettings;
  first: FieldValue;
  onValue: (value: FieldValue) => void;
}

/** An input bound to state, as in the form. */
function HeldField({ settings, first, onValue }: HeldFieldProps) {
  const [value, setValue] = useState(first);
  const Input = fieldInputOf(settings.type);
  const change = (next: FieldValue) => {
    setValue(next);
    onValue(next);
  };
  return (
    Input && (
      <Input
        settings={settings}
        label="Tags"
        help={{}}
        value={value}
        onChange={change}
        onBlur={() => undefined}
        error={checkFieldValue(settings, value)}
      />
    )
  );
}

function openInput(type: ListName, first: FieldValue = null) {
  let latest = first;
  const onValue = (value: FieldValue) => {
    latest = value;
  };
  const view = render(<HeldField settings={settingsOf(type)} first={first} onValue={onValue} />, {
    wrapper: MantineProvider,
  });
  onTestFinished(view.unmount);
  return { user: userEvent.setup(), value: () => latest };
}

const added = () => screen.getByLabelText('New entry');

test('entries are added by Enter, edited, and removed', async () => {
  shows('4.types.lists');
  const { user, value } = openInput('text-list');
  await user.type(added(), 'fire{Enter} {Enter}ice, cold{Enter}');
  expect(value()).toEqual(['fire', 'ice, cold']);
  await user.type(screen.getByLabelText('Entry 2'), '!');
  expect(value()).toEqual(['fire', 'ice, cold!']);
  await user.click(screen.getByRole('button', { name: 'Remove entry 1' }));
  expect(value()).toEqual(['ice, cold!']);
  expect(document.activeElement).toBe(added());
  // What was typed is not lost without Enter.
  await user.type(added(), 'air');
  await user.tab();
  expect(value()).toEqual(['ice, cold!', 'air']);
});

test('a save by key includes what is typed, and a text that is no number is added for the validation to name', async () => {
  shows('4.types.lists');
  const { user, value } = openInput('number-list');
  await user.type(added(), '7{Control>}{Enter}{/Control}');
  expect(value()).toEqual([7]);
  await user.type(added(), '8{Meta>}{Enter}{/Meta}');
  expect(value()).toEqual([7, 8]);
  await user.type(added(), 'nine{Control>}{Enter}{/Control}');
  expect(value()).toEqual([7, 8, 'nine']);
  expect(screen.getByText('entry 3 should be a number')).toBeTruthy();
  // Nothing is added twice, or for nothing.
  await user.type(added(), '{Control>}{Enter}{/Control}');
  await user.tab();
  expect(value()).toEqual([7, 8, 'nine']);
});

test('an entry that becomes empty is refused by its number', async () => {
  shows('4.types.lists');
  const { user, value } = openInput('text-list', ['fire', 'ice']);
  await user.clear(screen.getByLabelText('Entry 2'));
  expect(value()).toEqual(['fire', '']);
  expect(screen.getByText('entry 2 is empty')).toBeTruthy();
});

test('lines that are pasted become entries, without the blank ones', async () => {
  shows('4.types.lists');
  const { user, value } = openInput('text-list', ['fire']);
  await user.click(added());
  await user.paste('ice\r\n\r\n  \nair, water\n');
  expect(value()).toEqual(['fire', 'ice', 'air, water']);
});

test('numbers are pasted by line or comma, and a text among them is explained and kept', async () => {
  shows('4.types.lists');
  const { user, value } = openInput('number-list');
  await user.click(added());
  await user.paste('1\n2.5\n-3');
  expect(value()).toEqual([1, 2.5, -3]);
  await user.type(added(), '4, five{Enter}');
  expect(value()).toEqual([1, 2.5, -3]);
  expect(added()).toHaveProperty('value', '4, five');
  expect(screen.getByText("should be a number with '.' as a decimal separator")).toBeTruthy();
  await user.clear(added());
  await user.type(added(), '4, 5{Enter}');
  expect(value()).toEqual([1, 2.5, -3, 4, 5]);
  await user.type(screen.getByLabelText('Entry 1'), 'x');
  expect(screen.getByText('entry 1 should be a number')).toBeTruthy();
});

test('entries are moved by buttons and keys, and the focus follows', async () => {
  shows('4.types.lists');
  const { user, value } = openInput('number-list', [1, 2, 3]);
  await user.click(screen.getByRole('button', { name: 'Move entry 3 up' }));
  expect(value()).toEqual([1, 3, 2]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move entry 2 up' }));
  await user.keyboard('{Enter}');
  expect(value()).toEqual([3, 1, 2]);
  // At the start, only the other button can be used.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move entry 1 down' }));
  screen.getByLabelText('Entry 1').focus();
  await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
  expect(value()).toEqual([1, 2, 3]);
  expect(document.activeElement).toBe(screen.getByLabelText('Entry 3'));
  await user.click(screen.getByRole('button', { name: 'Move entry 2 down' }));
  expect(value()).toEqual([1, 3, 2]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move entry 3 up' }));
});

test('a long list shows its entries in parts', async () => {
  const { user } = openInput(
    'number-list',
    Array.from({ length: 150 }, (_, place) => place),
  );
  expect(screen.getAllByLabelText(/^Entry /)).toHaveLength(100);
  await user.click(screen.getByRole('button', { name: 'Show more of 150 entries' }));
  expect(screen.getAllByLabelText(/^Entry /)).toHaveLength(150);
});

test('too many entries, and too many characters, are refused', () => {
  shows('4.types.lists-limits');
  const check = (value: FieldValue) => checkFieldValue(settingsOf('text-list'), value);
  const thousand = Array.from({ length: 1000 }, () => 'x');
  expect(check(thousand)).toBeUndefined();
  expect(check([...thousand, 'x'])).toBe('must have at most 1,000 entries');
  expect(check(['x'.repeat(262_144)])).toBeUndefined();
  expect(check(['x'.repeat(262_144), 'y'])).toBe('must be at most 262,144 characters in all');
});

test('bulk edits append entries that a list lacks, and remove entries', () => {
  shows('4.types.lists-bulk');
  const tree = [{ field: { id: 'tags', settings: settingsOf('text-list'), parentId: null, order: 0 }, children: [] }];
  const edit = (op: 'append' | 'remove', value: FieldValue, before: string[]) => {
    const read = readOperations(tree, [{ field_id: 'tags', op, value }], { mayEditReadOnly: true });
    if ('wrong' in read) return read.wrong;
    const edited = read.edit({ label: 'x', values: { tags: before } });
    return 'refusal' in edited ? edited.refusal : edited.item.values.tags;
  };
  expect(edit('append', ['b', 'c', 'c'], ['a', 'b'])).toEqual(['a', 'b', 'c']);
  expect(edit('remove', ['a', 'x'], ['a', 'b', 'a'])).toEqual(['b']);
  expect(edit('append', ['b', 1] as unknown as FieldValue, [])).toEqual({
    'operations.0.value': 'entry 2 should be a text',
  });
});

test('a cell shows the first entries and counts the rest', () => {
  const { container, unmount } = render(
    <>
      {fieldCell(settingsOf('text-list'), ['a', 'b'])}|
      {fieldCell(
        settingsOf('number-list'),
        Array.from({ length: 12 }, (_, place) => place),
      )}
      |{fieldCell(settingsOf('number-list'), [])}
    </>,
  );
  onTestFinished(unmount);
  expect(container.textContent).toBe('a, b|0, 1, 2, 3, 4, 5, 6, 7, 8, 9 +2|–');
});
