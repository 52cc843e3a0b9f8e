import { MantineProvider } from '@mantine/core';
import { plans } from '@quartermaster/contract/access.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { checkFieldValue } from '../../src/shared/field-types/check-field-value.ts';
import { fieldCell } from '../../src/shared/field-types/field-cell.tsx';
import { fieldInputOf } from '../../src/shared/field-types/inputs.ts';
import { readNumber } from '../../src/shared/field-types/number/number-text.tsx';
import { fieldTypeViewOf } from '../../src/shared/field-types/registry.ts';
import { checkImageFile, refusalOfFile, withoutDataUrlPrefix } from '../../src/shared/images/image-file.ts';
import { shows } from '../specification/shows.ts';

const integer = { type: 'integer', name: 'cost', label: 'Cost', required: true, minimum: 0, maximum: 99 } as const;
const float = { ...integer, type: 'float' } as const;

interface HeldFieldProps {
  settings: FieldSettings;
  first: FieldValue;
  onValue: (value: FieldValue) => void;
}

/** An input bound to state, as in the form. */
function HeldField({ settings, first, onValue }: HeldFieldProps) {
  const [value, setValue] = useState(first);
  const Input = fieldInputOf(settings.type);
  if (!Input) return null;
  const change = (next: FieldValue) => {
    setValue(next);
    onValue(next);
  };
  return (
    <Input
      settings={settings}
      label={settings.label}
      help={{}}
      value={value}
      onChange={change}
      onBlur={() => undefined}
      error={checkFieldValue(settings, value)}
    />
  );
}

/** Renders a field’s input; the returned function reads its latest value. */
function renderInput(settings: FieldSettings, first: FieldValue = null) {
  let latest = first;
  const onValue = (value: FieldValue) => {
    latest = value;
  };
  const view = render(<HeldField settings={settings} first={first} onValue={onValue} />, { wrapper: MantineProvider });
  onTestFinished(view.unmount);
  return () => latest;
}

test.each(Object.keys(fieldTypes) as FieldType[])(
  '%s has an icon, a colour and, if it holds a value, an input',
  (type) => {
    const view = fieldTypeViewOf(type);
    expect(view.icon).toBeTruthy();
    expect(view.color).toMatch(/^[a-z]+$/);
    expect(fieldInputOf(type) !== null).toBe(fieldTypes[type].holds === 'value');
  },
);

test('a number input keeps invalid text, and explains why the field does not accept it', async () => {
  shows('2.5.item-integer.max', '2.5.item-integer.min', '2.5.item-integer.required');
  const value = renderInput(integer);
  const input = screen.getByLabelText(/Cost/);
  await userEvent.type(input, '12a');
  expect(input).toHaveProperty('value', '12a');
  expect(value()).toBe('12a');
  expect(screen.getByText('should be a number')).toBeTruthy();
  await userEvent.clear(input);
  expect(value()).toBeNull();
  expect(screen.getByText('required field')).toBeTruthy();
  await userEvent.type(input, '1.5');
  expect(screen.getByText('should be integer')).toBeTruthy();
  await userEvent.clear(input);
  await userEvent.type(input, '100');
  expect(screen.getByText('should be no more than 99')).toBeTruthy();
  await userEvent.clear(input);
  await userEvent.type(input, '-1');
  expect(screen.getByText('should be at least 0')).toBeTruthy();
  await userEvent.clear(input);
  await userEvent.type(input, '007');
  expect(input).toHaveProperty('value', '007');
  expect(value()).toBe(7);
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull();
});

test('a float uses a decimal point, not a comma', async () => {
  const value = renderInput(float);
  const input = screen.getByLabelText(/Cost/);
  await userEvent.type(input, '1,5');
  expect(screen.getByText("should be a number with '.' as a decimal separator")).toBeTruthy();
  await userEvent.clear(input);
  await userEvent.type(input, '1.50');
  expect(input).toHaveProperty('value', '1.50');
  expect(value()).toBe(1.5);
});

test('the arrow keys increment and decrement', async () => {
  const value = renderInput(float, 0.2);
  await userEvent.type(screen.getByLabelText(/Cost/), '{ArrowUp}{ArrowUp}{ArrowDown}');
  expect(value()).toBe(1.2);
});

test('text that is not a finite number stays text', () => {
  expect(readNumber('1e999')).toBe('1e999');
  expect(readNumber(' 7 ')).toBe(7);
  expect(readNumber('')).toBeNull();
  expect(readNumber('0x10')).toBe('0x10');
});

test('a checkbox can be true, false or unset', async () => {
  shows('2.5.item-boolean.nullable');
  const value = renderInput({ type: 'boolean', name: 'on', label: 'On' });
  expect(screen.getByText('Not set')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox'));
  expect(value()).toBe(true);
  await userEvent.click(screen.getByRole('checkbox'));
  expect(value()).toBe(false);
  expect(screen.queryByText('Not set')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(value()).toBeNull();
});

test('a text input states the required length', async () => {
  shows('2.5.item-text.max', '2.5.item-text.min');
  renderInput({ type: 'text', name: 'title', label: 'Title', required: true, minimum: 3, maximum: 5 });
  const input = screen.getByLabelText(/Title/);
  expect(screen.getByText('title is required field')).toBeTruthy();
  await userEvent.type(input, 'ab');
  expect(screen.getByText('must be at least 3 characters')).toBeTruthy();
  await userEvent.type(input, 'cdef');
  expect(screen.getByText('must be at most 5 characters')).toBeTruthy();
});

test('a long text has a box of several lines, in a monospace font if wanted', async () => {
  shows('4.types.long-text');
  const settings = { type: 'long-text', name: 'script', label: 'Script', ...fieldTypes['long-text'].defaultSettings };
  const value = renderInput({ ...settings, isMonospace: true, minimum: 5 } as FieldSettings);
  const input = screen.getByLabelText('Script') as HTMLTextAreaElement;
  expect([input.rows, input.dataset.monospace, input.getAttribute('spellcheck')]).toEqual([4, 'true', 'false']);
  await userEvent.type(input, 'a{Enter}b');
  expect(value()).toBe('a\nb');
  expect(screen.getByText('must be at least 5 characters')).toBeTruthy();
  const { container, unmount } = render(
    <>
      {fieldCell({ ...settings, isMonospace: true } as FieldSettings, 'a\nb')}
      {fieldCell(settings as FieldSettings, 'c')}
    </>,
  );
  onTestFinished(unmount);
  expect(container.innerHTML).toMatch(/^<span class="[^"]*monospace[^"]*">a\nb<\/span>c$/);
});

test('cells show true and false as words, count rows, and show a dash for no value', () => {
  const { container, unmount } = render(
    <>
      {fieldCell({ type: 'boolean', name: 'on', label: 'On' }, false)}
      {fieldCell({ type: 'dynamic-group', name: 'rows', label: 'Rows' }, [{}, {}, {}])}
      {fieldCell({ type: 'dynamic-group', name: 'rows', label: 'Rows' }, [{}])}
      {fieldCell(float, 0.30000000000000004)}
      {fieldCell(integer, 0)}
      {fieldCell(integer, undefined)}
    </>,
  );
  onTestFinished(unmount);
  expect(container.textContent).toBe('False3 rows1 row0.300000000000000040–');
});

test('a PNG of too many pixels is refused before it is shown, however few bytes it has', async () => {
  const png = (width: number, height: number) => {
    const start = new DataView(new ArrayBuffer(40));
    start.setUint32(0, 0x89504e47);
    start.setUint32(16, width);
    start.setUint32(20, height);
    return new File([start.buffer], 'sword.png', { type: 'image/png' });
  };
  expect(await refusalOfFile(png(8000, 8000), 2)).toBeUndefined();
  expect(await refusalOfFile(png(30_000, 30_000), 2)).toBe(
    'Please upload an image of at most 16,384 pixels a side and 64 megapixels',
  );
  expect(await refusalOfFile(png(16_385, 1), 2)).toContain('at most 16,384 pixels a side');
});

test.each([
  ['free', 1],
  ['starter', 2],
  ['teams', 4],
] as const)('an image must be PNG or JPG and within the size limit of the plan: %s', (plan, megabytes) => {
  shows('2.5.image.limit-free', '2.5.image.limit-starter', '2.5.image.limit-teams', '2.9.free.images');
  const limit = plans[plan].imageMegabytes;
  expect(checkImageFile({ type: 'image/gif', size: 10 }, limit)).toBe('Please upload a file of image type (JPG, PNG)');
  expect(checkImageFile({ type: 'image/png', size: megabytes * 1024 * 1024 + 1 }, limit)).toBe(
    `Please upload an image smaller than ${megabytes}MB`,
  );
  expect(checkImageFile({ type: 'image/jpeg', size: megabytes * 1024 * 1024 }, limit)).toBeUndefined();
  expect(withoutDataUrlPrefix('data:image/png;base64,iVBO')).toBe('iVBO');
});
