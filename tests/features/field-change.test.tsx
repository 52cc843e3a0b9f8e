import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FieldChange } from '../../src/shared/item-diff/field-change.tsx';

test('a preview marks what differs in a text, and draws other values as their type does', () => {
  const drawn = (settings: Partial<FieldSettings>, before: string, after: string) => {
    const field = { name: 'one', label: 'One', ...settings } as FieldSettings;
    const { container } = render(<FieldChange name="One" settings={field} before={before} after={after} />);
    return container;
  };
  const text = drawn({ type: 'text' }, 'Iron sword', 'Iron axe');
  expect([...text.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(['sword', 'axe']);
  const moment = drawn({ type: 'date-time' }, '2026-11-25T03:00:00Z', '2026-11-26T03:00:00Z');
  expect(moment.querySelector('mark')).toBeNull();
  expect(moment.textContent).not.toContain('T03:00:00Z');
  expect(moment.textContent).toContain('26 Nov, 2026');
});
