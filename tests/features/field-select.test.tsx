import { MantineProvider } from '@mantine/core';
import { pseudoFields } from '@quartermaster/contract/rules/filter.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createConsoleTheme } from '../../src/app/theme/theme.ts';
import { FieldSelect } from '../../src/features/items/list/filters/field-select.tsx';
import { ClosedFieldSelect } from '../../src/features/items/list/filters/filter-selects.tsx';
import type { FilterableField } from '../../src/features/items/list/item-columns.tsx';

const fields: FilterableField[] = [
  { id: 'label', header: 'Label', ...pseudoFields.label },
  { id: 'notes', header: 'Notes', ...pseudoFields.label },
];

const theme = createConsoleTheme(document.body);
const Themed = ({ children }: { children: ReactNode }) => <MantineProvider theme={theme}>{children}</MantineProvider>;

/** The select as it replaces its placeholder, which had a text. */
async function replacePlaceholder(early: string | undefined) {
  const chosen: (string | null)[] = [];
  const select = (
    <FieldSelect fields={fields} value="label" onChange={(id) => chosen.push(id)} error={undefined} early={early} />
  );
  await act(async () => render(select, { wrapper: Themed }));
  return {
    user: userEvent.setup(),
    chosen,
    input: screen.getByRole<HTMLInputElement>('combobox', { name: 'Filter field' }),
  };
}

test('a name that is typed before the code of the select is loaded is kept, and typed on', async () => {
  const { user, chosen, input } = await replacePlaceholder('No');
  expect([document.activeElement, input.value]).toEqual([input, 'No']);
  await user.keyboard('te{Enter}');
  expect(chosen.at(-1)).toBe('notes');
});

test('Enter right after a whole name that was typed before the code is loaded selects that field', async () => {
  const { user, chosen } = await replacePlaceholder('Notes');
  await user.keyboard('{Enter}');
  expect(chosen.at(-1)).toBe('notes');
});

test('Enter selects the field that is typed even while the code of the select is loading', () => {
  const chosen: (string | null)[] = [];
  const texts: (string | undefined)[] = [];
  const placeholder = (early: string) => (
    <ClosedFieldSelect
      fields={fields}
      value="label"
      error={undefined}
      early={early}
      onChange={(id) => chosen.push(id)}
      onEarly={(text) => texts.push(text)}
    />
  );
  const { rerender } = render(placeholder(''), { wrapper: Themed });
  const input = screen.getByRole('combobox', { name: 'Filter field' });
  for (const typed of ['', ' ', 'x', 'lab', 'NO']) {
    rerender(placeholder(typed));
    fireEvent.keyDown(input, { key: 'Enter' });
  }
  expect([chosen, texts]).toEqual([['notes'], ['Notes']]);
});

test('a select that was focused before its code is loaded keeps its text, which the next key replaces', async () => {
  const { user, input } = await replacePlaceholder('Label');
  expect(document.activeElement).toBe(input);
  await user.keyboard('n');
  expect(input.value).toBe('n');
});

test('a select that was not used before shows its field, and does not take the focus', async () => {
  const { input } = await replacePlaceholder(undefined);
  expect(input.value).toBe('Label');
  expect(document.activeElement).not.toBe(input);
});

test('Enter selects the highlighted match of a text that was typed as the list opened', async () => {
  const { user, chosen, input } = await replacePlaceholder(undefined);
  await user.hover(input);
  act(() => input.focus());
  fireEvent.change(input, { target: { value: 'No' } });
  // Mantine looks for its highlighted option after a moment.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByRole('option').hasAttribute('data-combobox-selected')).toBe(true);
  await user.keyboard('{Enter}');
  expect(chosen.at(-1)).toBe('notes');
});
