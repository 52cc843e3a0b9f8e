import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '../../src/shared/http/http-error.ts';
import { type Services, ServicesContext } from '../../src/shared/services/services.ts';
import { CopyButton } from '../../src/shared/ui/copy/copy-button.tsx';
import { ErrorCallout } from '../../src/shared/ui/error-callout.tsx';
import { useAfterUnmount } from '../../src/shared/ui/hooks/use-after-unmount.ts';
import { useInView } from '../../src/shared/ui/hooks/use-in-view.ts';
import { shows } from '../specification/shows.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a copied state is shown for 2 seconds', async () => {
  shows('1.9.time.copied', '2.4.copy.state', '2.9.time.copied');
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const services = { notify: {} } as Services;
  render(
    <ServicesContext value={services}>
      <CopyButton value="abc" label="token" />
    </ServicesContext>,
    { wrapper: MantineProvider },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copy token' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(writeText).toHaveBeenCalledExactlyOnceWith('abc');
  await act(() => vi.advanceTimersByTimeAsync(1999));
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('button', { name: 'Copy token' })).toBeTruthy();
  // The same the next time.
  fireEvent.click(screen.getByRole('button', { name: 'Copy token' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  await act(() => vi.advanceTimersByTimeAsync(1999));
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('button', { name: 'Copy token' })).toBeTruthy();
  expect(writeText).toHaveBeenCalledTimes(2);
});

test('the id of a failure is folded behind "Details" in a callout, and a refusal has none', () => {
  shows('4.designers.error-details');
  const failed = (status: number) =>
    new HttpError(status, { status_code: status, error: 'x', message: 'No.' }, 'id-42');
  const { rerender } = render(<ErrorCallout error={failed(500)} />, { wrapper: MantineProvider });
  const details = screen.getByText('Details').closest('details');
  expect(details).toHaveProperty('open', false);
  expect(details?.textContent).toBe('DetailsError ID: id-42');
  expect(screen.getByRole('alert').textContent).toBe('No.DetailsError ID: id-42');
  fireEvent.click(screen.getByText('Details'));
  expect(details).toHaveProperty('open', true);
  rerender(<ErrorCallout error={failed(409)} />);
  expect(screen.getByRole('alert').textContent).toBe('No.');
});

function Picture() {
  const [ref, isSeen] = useInView();
  return <p ref={ref}>{isSeen ? 'loaded' : 'waiting'}</p>;
}

test('a component that loads in view does so once a tenth of it is visible', () => {
  shows('2.9.lazy-image.threshold');
  const seen: { threshold: unknown; notify: (isIntersecting: boolean) => void }[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void, { threshold }: { threshold: number }) {
        seen.push({ threshold, notify: (isIntersecting) => callback([{ isIntersecting }]) });
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<Picture />);
  expect(seen.map(({ threshold }) => threshold)).toEqual([0.1]);
  act(() => seen[0]?.notify(false));
  expect(screen.getByText('waiting')).toBeTruthy();
  act(() => seen[0]?.notify(true));
  expect(screen.getByText('loaded')).toBeTruthy();
});

test('a callback deferred to unmount runs then, or at once if already unmounted', () => {
  const run = vi.fn();
  const { result, rerender, unmount } = renderHook(useAfterUnmount);
  result.current(run);
  rerender();
  expect(run).not.toHaveBeenCalled();
  unmount();
  expect(run).toHaveBeenCalledTimes(1);
  result.current(run);
  expect(run).toHaveBeenCalledTimes(2);
});
