import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fieldCell } from '../../src/shared/field-types/field-cell.tsx';
import { fieldInputOf } from '../../src/shared/field-types/inputs.ts';
import { fieldTypeViewOf } from '../../src/shared/field-types/registry.ts';
import { shows } from '../specification/shows.ts';
import { saveWeapons } from '../support/item-content.ts';
import { partHome } from '../support/part.tsx';
import { startTestServer } from '../support/server.ts';

const settings = {
  type: 'mixed-item-link',
  name: 'made_of',
  label: 'Made of',
  required: true,
  templateIds: ['weapon', 'material'],
} as const;

function Held({ first, onValue, error }: { first: FieldValue; onValue: (value: FieldValue) => void; error?: string }) {
  const [value, setValue] = useState(first);
  const Input = fieldInputOf('mixed-item-link');
  return (
    Input && (
      <Input
        settings={settings}
        label="Made of"
        help={{ description: 'Its first ingredient' }}
        value={value}
        onChange={(next) => {
          setValue(next);
          onValue(next);
        }}
        onBlur={() => undefined}
        error={error}
      />
    )
  );
}

async function open(first: FieldValue, error?: string) {
  const server = await startTestServer();
  await saveWeapons(server, []);
  const home = partHome({ server, as: 'owner', instanceId: server.studio.dev });
  let latest = first;
  const { user } = home.mount(
    <Held
      first={first}
      onValue={(value) => {
        latest = value;
      }}
      {...(error && { error })}
    />,
  );
  return { user, value: () => latest };
}

const template = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Template' });

test('the template is chosen first, then one of its items, by keyboard; another template clears the link', async () => {
  shows('4.types.mixed-link-form');
  const { user, value } = await open(null, 'required field');
  const group = screen.getByRole('group', { name: /Made of/ });
  expect(
    group
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  ).toEqual(['Its first ingredient', 'required field']);
  expect(screen.queryByRole('combobox', { name: 'Item' })).toBeNull();
  const named = await within(template()).findByRole('option', { name: 'Material' });
  expect(
    within(template())
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Template', 'Weapon', 'Material']);
  await user.selectOptions(template(), named);
  template().focus();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Item' }));
  await user.keyboard('iron');
  await screen.findByRole('option', { name: /Iron/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(value()).toMatch(/^material:\d+$/));
  await user.selectOptions(template(), 'weapon');
  expect(value()).toBeNull();
  expect(template().value).toBe('weapon');
});

test('a cell shows the item and its template, and a filter asks for the template, too', async () => {
  shows('4.types.mixed-link-form');
  const server = await startTestServer();
  await saveWeapons(server, []);
  const home = partHome({ server, as: 'owner', instanceId: server.studio.dev });
  const { FilterText, FilterInput } = fieldTypeViewOf('mixed-item-link');
  if (!FilterText || !FilterInput) throw new Error('The type has no filter.');
  home.mount(
    <>
      <p data-testid="cell">{fieldCell(settings, 'material:1')}</p>
      <p data-testid="wrong">{fieldCell(settings, 'material')}</p>
      <p data-testid="text">
        <FilterText settings={settings} value="material:1" />
      </p>
      <FilterInput
        settings={settings}
        condition="equal"
        value="material:1"
        onChange={() => undefined}
        label="Value"
        error={undefined}
      />
    </>,
  );
  expect((await screen.findAllByText(/Material/)).length).toBeGreaterThan(0);
  expect(screen.getByTestId('cell').textContent).toBe('#1Material');
  expect(screen.getByTestId('wrong').textContent).toBe('');
  expect(screen.getByTestId('text').textContent).toBe('#1 of Material');
  expect(await screen.findByRole('group', { name: 'Value' })).toBeTruthy();
  expect(template().value).toBe('material');
});
