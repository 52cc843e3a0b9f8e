import { MantineProvider } from '@mantine/core';
import type { NotificationsStore } from '@mantine/notifications';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createToasts, toastLimit } from '../../src/app/toast/create-toasts.ts';
import { createNotify } from '../../src/app/toast/notify.tsx';
import { Toasts } from '../../src/app/toast/toasts.tsx';
import { hideUnanswered } from '../../src/app/toast/unanswered.ts';
import { shows } from '../specification/shows.ts';

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

test('toasts show at the bottom right, 356 px wide, at most 9 at once', async () => {
  shows(
    '1.9.toast.place',
    '1.9.toast.visible',
    '1.9.toast.width',
    '3.settled.toast.place',
    '3.settled.toast.visible',
    '3.settled.toast.width',
  );
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

test('toasts sent before their container renders show up too', () => {
  const store = createToasts();
  const notify = createNotify(store);
  for (let n = 1; n <= 9; n++) notify.success(`Toast ${n}`);
  draw(store);
  expect(screen.getAllByText(/^Toast/)).toHaveLength(9);
});

test('a toast stays 7 seconds', () => {
  shows('1.9.toast.time', '3.settled.toast.time');
  vi.useFakeTimers();
  const store = createToasts();
  draw(store);
  const standing = () => store.getState().notifications.length;
  act(() => createNotify(store).info('No changes to save'));
  expect(screen.getByText('No changes to save')).toBeTruthy();
  // It takes a moment to fade out.
  act(() => vi.advanceTimersByTime(6000));
  // Each has its own timer.
  act(() => createNotify(store).success('Saved'));
  act(() => vi.advanceTimersByTime(999));
  expect(standing()).toBe(2);
  act(() => vi.advanceTimersByTime(1));
  expect(standing()).toBe(1);
  act(() => vi.advanceTimersByTime(5999));
  expect(standing()).toBe(1);
  act(() => vi.advanceTimersByTime(1));
  expect(standing()).toBe(0);
  act(() => vi.advanceTimersByTime(200));
  expect(screen.queryByText('No changes to save')).toBeNull();
});

test('an error shows the operation, the reason and its id, without duplicates', () => {
  shows('1.8.toast.generic-event-id', '4.designers.error-details');
  const notify = open();
  act(() => notify.error('Items', 'No.', 'abc'));
  act(() => notify.error('Items', 'No.', 'def'));
  expect(screen.getAllByRole('alert').map((toast) => toast.textContent)).toEqual(['ItemsNo.DetailsError ID: abc']);
  expect(screen.getByText(/^Error ID/).closest('details')).toHaveProperty('open', false);
});

test('queries without an answer show one toast per operation, and all of them go once the connection is back', () => {
  shows('4.designers.error-connection');
  vi.useFakeTimers();
  const store = createToasts();
  draw(store);
  const notify = createNotify(store);
  act(() => {
    for (let attempt = 1; attempt <= 3; attempt++) notify.unanswered('Items', `Not reached ${attempt}`);
    for (let n = 1; n <= toastLimit; n++) notify.unanswered(`Operation ${n}`, 'Not reached');
    notify.error('Items', 'No.');
  });
  // The last ones are queued.
  expect(store.getState().queue).toHaveLength(2);
  act(() => hideUnanswered(store));
  act(() => vi.advanceTimersByTime(200));
  expect(screen.getAllByRole('alert').map((toast) => toast.textContent)).toEqual(['ItemsNo.']);
  expect(store.getState()).toMatchObject({ notifications: [{ title: 'Items' }], queue: [] });
});

test('a batch of failures is shown in full, nine at a time, after other pending toasts', () => {
  shows('1.9.toast.visible', '3.settled.toast.visible');
  vi.useFakeTimers();
  const notify = open();
  const failures = Array.from({ length: 200 }, (_, n) => [`key ${n}`, `Failure ${n}`] as const);
  act(() => void notify.errors('Save', failures));
  const seen = new Set<string>();
  const shown = () => screen.queryAllByText(/^Failure/).map(({ textContent }) => textContent);
  act(() => notify.success('Saved'));
  act(() => vi.advanceTimersByTime(200));
  expect(screen.getByText('Saved')).toBeTruthy();
  expect(shown()).toHaveLength(8);
  while (shown().length > 0) {
    expect(shown().length).toBeLessThanOrEqual(9);
    for (const text of shown()) seen.add(text);
    act(() => vi.advanceTimersByTime(7000));
    act(() => vi.advanceTimersByTime(200));
  }
  expect([...seen].sort()).toEqual(failures.map(([, text]) => text).sort());
});

test('the rest of a queued batch is dropped when one toast is dismissed or the sender cancels it', () => {
  vi.useFakeTimers();
  const notify = open();
  const failures = Array.from({ length: 30 }, (_, n) => [`key ${n}`, `Failure ${n}`] as const);
  let dropWaiting: () => void = () => undefined;
  act(() => {
    dropWaiting = notify.errors('Save', failures);
  });
  act(() => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Dismiss' })[0]?.click());
  act(() => vi.advanceTimersByTime(200));
  expect(screen.getAllByText(/^Failure/)).toHaveLength(8);
  act(() => {
    dropWaiting = notify.errors('Save', failures);
  });
  expect(screen.getAllByText(/^Failure/)).toHaveLength(9);
  act(() => dropWaiting());
  act(() => vi.advanceTimersByTime(7000));
  act(() => vi.advanceTimersByTime(200));
  expect(screen.queryAllByText(/^Failure/)).toEqual([]);
});
