import { MantineProvider } from '@mantine/core';
import type { NotificationsStore } from '@mantine/notifications';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createToasts } from '../../src/app/toast/create-toasts.ts';
import { createNotify } from '../../src/app/toast/notify.tsx';
import { Toasts } from '../../src/app/toast/toasts.tsx';

afterEach(() => vi.useRealTimers());

const draw = (store: NotificationsStore) =>
  render(
    <MantineProvider>
      <Toasts store={store} />
    </MantineProvider>,
  );

function open() {
  const store = createToasts();
  draw(store);
  return createNotify(store);
}

test('toasts stand at the bottom right, 356 px wide, at most 9 at once', async () => {
  const notify = open();
  act(() => {
    for (let n = 1; n <= 11; n++) notify.success(`Toast ${n}`);
  });
  const shown = screen.getAllByText(/^Toast/);
  expect(shown).toHaveLength(9);
  const place = shown[0]?.closest<HTMLElement>('[data-position]');
  expect(place?.dataset.position).toBe('bottom-right');
  expect(place?.style.getPropertyValue('--notifications-container-width')).toContain('22.25rem');
});

test('as many stand there where they have come before what draws them', () => {
  const store = createToasts();
  const notify = createNotify(store);
  for (let n = 1; n <= 9; n++) notify.success(`Toast ${n}`);
  draw(store);
  expect(screen.getAllByText(/^Toast/)).toHaveLength(9);
});

test('a toast stays 7 seconds', () => {
  vi.useFakeTimers();
  const notify = open();
  act(() => notify.info('No changes to save'));
  act(() => vi.advanceTimersByTime(6900));
  expect(screen.getByText('No changes to save')).toBeTruthy();
  act(() => vi.advanceTimersByTime(200));
  act(() => vi.advanceTimersByTime(200));
  expect(screen.queryByText('No changes to save')).toBeNull();
});

test('an error names the operation, what went wrong and its id, once while it is shown', () => {
  const notify = open();
  act(() => notify.error('Items', 'No.', 'abc'));
  act(() => notify.error('Items', 'No.', 'def'));
  expect(screen.getAllByRole('alert').map((toast) => toast.textContent)).toEqual(['ItemsNo.Error ID: abc']);
});
