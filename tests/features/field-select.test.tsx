import { MantineProvider } from '@mantine/core';
import { pseudoFields } from '@quartermaster/contract/rules/filter.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createConsoleTheme } from '../../src/app/theme/theme.ts';
import { FieldSelect } from '../../src/features/items/list/filters/field-select.tsx';
import { FieldSelect as LazyFieldSelect } from '../../src/features/items/list/filters/filter-selects.tsx';
import type { FilterableField } from '../../src/features/items/list/item-columns.tsx';
import { type Services, ServicesContext } from '../../src/shared/services/services.ts';

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
  const props = { fields, value: 'label', error: undefined, onChange: (id: string | null) => chosen.push(id) };
  render(
    <ServicesContext value={{} as Services}>
      <LazyFieldSelect {...props} />
    </ServicesContext>,
    { wrapper: Themed },
  );
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Filter field' });
  expect(input.ariaBusy).toBe('true');
  act(() => input.focus());
  for (const typed of ['', ' ', 'x', 'lab', 'NO']) {
    fireEvent.change(input, { target: { value: typed } });
    fireEvent.keyDown(input, { key: 'Enter' });
  }
  expect([chosen, input.value]).toEqual([['notes'], 'Label']);
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
