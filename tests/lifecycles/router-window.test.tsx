import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createBrowserRouter, Outlet, RouterProvider, useBlocker } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRouterWindow, isWithin } from '../../src/lifecycles/isolation/router-window.ts';
import { shows } from '../specification/shows.ts';

/** Patches pushState and replaceState like single-spa, once for this file. */
function echoLikeSingleSpa() {
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = window.history[method];
    window.history[method] = function echoed(...args: Parameters<typeof original>) {
      const before = location.href;
      original.apply(this, args);
      if (before === location.href) return;
      const event = new PopStateEvent('popstate', { state: window.history.state });
      window.dispatchEvent(Object.assign(event, { singleSpa: true, singleSpaTrigger: method }));
    };
  }
}
echoLikeSingleSpa();

const back = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    window.history.back();
  });

beforeEach(() => {
  isDirty = false;
  window.history.pushState(null, '', '/content');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const page = (text: string) => ({ element: <p>{text}</p> });
let isDirty = false;

function Guarded() {
  const blocker = useBlocker(() => isDirty);
  return (
    <>
      <Outlet />
      {blocker.state === 'blocked' && (
        <>
          <button type="button" onClick={() => blocker.reset()}>
            stay
          </button>
          <button type="button" onClick={() => blocker.proceed()}>
            leave
          </button>
        </>
      )}
    </>
  );
}

const routes = [
  {
    Component: Guarded,
    children: [
      { path: '/', ...page('home') },
      { path: '/items', ...page('items') },
      { path: '/items/:id', ...page('item') },
      { path: '*', ...page('not found') },
    ],
  },
];

const embedded = () =>
  createRouterWindow(window, '/content', {
    isDirty: () => isDirty,
    goTo: (url, replace) => void opened?.navigate(url.pathname.replace('/content', '') || '/', { replace }),
  }).window;

let opened: ReturnType<typeof createBrowserRouter> | undefined;

function open(given: Window) {
  const router = createBrowserRouter(routes, { basename: '/content', window: given });
  opened = router;
  const actions: string[] = [];
  router.subscribe(({ historyAction, location: { pathname } }) => actions.push(`${historyAction} ${pathname}`));
  render(<RouterProvider router={router} />);
  return { router, actions };
}

describe('the router of an embedded console', () => {
  test('without the proxy mistakes the echo of its own push for a back navigation', async () => {
    const { router, actions } = open(window);
    await act(() => router.navigate('/items'));
    expect(actions.at(-1)).toBe('POP /content/items');
    router.dispose();
  });

  test('reports its pushes as pushes', async () => {
    shows('4.host.history.pushes');
    const { router, actions } = open(embedded());
    await act(() => router.navigate('/items'));
    await act(() => router.navigate('/items/4'));
    await act(() => router.navigate('/items', { replace: true }));
    expect(actions).toEqual(['PUSH /content/items', 'PUSH /content/items/4', 'REPLACE /content/items']);
    router.dispose();
  });

  test('follows the browser’s back button', async () => {
    shows('4.host.history.back');
    const { router, actions } = open(embedded());
    await act(() => router.navigate('/items'));
    await act(() => router.navigate('/items/4'));
    await act(back);
    expect(await screen.findByText('items')).toBeDefined();
    expect(actions.at(-1)).toBe('POP /content/items');
    router.dispose();
  });

  test('follows the host to the console’s addresses, and ignores all others', async () => {
    shows('4.host.history.back', '4.host.history.outside');
    const { router, actions } = open(embedded());
    await act(async () => window.history.pushState(null, '', '/content/items'));
    expect(await screen.findByText('items')).toBeDefined();
    const seen = actions.length;
    await act(async () => window.history.pushState(null, '', '/contents'));
    await act(async () => window.history.pushState(null, '', '/players'));
    expect(screen.queryByText('not found')).toBeNull();
    expect(actions).toHaveLength(seen);
    router.dispose();
  });

  test.each(['pushState', 'replaceState'] as const)(
    'asks for confirmation before it follows a %s of the host with unsaved changes, and leaves the history as if it had been its own',
    async (method) => {
      shows('4.host.history.inside');
      const warn = vi.spyOn(globalThis.console, 'warn');
      const { router, actions } = open(embedded());
      await act(() => router.navigate('/items'));
      const { length } = window.history;
      isDirty = true;

      await act(async () => window.history[method]({ hosts: 1 }, '', '/content/items/4?tab=2'));
      fireEvent.click(await screen.findByRole('button', { name: 'stay' }));
      expect(screen.getByText('items')).toBeDefined();
      expect(location.pathname).toBe('/content/items');
      expect(new Set(actions)).toEqual(new Set(['PUSH /content/items']));

      await act(async () => window.history[method](null, '', '/content/items/4?tab=2'));
      fireEvent.click(await screen.findByRole('button', { name: 'leave' }));
      expect(await screen.findByText('item')).toBeDefined();
      expect(window.history.length).toBe(method === 'pushState' ? length + 1 : length);
      isDirty = false;
      await act(back);
      expect(await screen.findByText(method === 'pushState' ? 'items' : 'home')).toBeDefined();
      expect(warn).not.toHaveBeenCalled();
      router.dispose();
    },
  );

  test('asks for confirmation once, for the last of several navigations of the host', async () => {
    shows('4.host.history.inside');
    const { router } = open(embedded());
    await act(() => router.navigate('/items'));
    isDirty = true;
    await act(async () => {
      window.history.pushState(null, '', '/content/items/4');
      window.history.pushState(null, '', '/content/elsewhere');
    });
    fireEvent.click(await screen.findByRole('button', { name: 'leave' }));
    expect(await screen.findByText('not found')).toBeDefined();
    router.dispose();
  });

  test('also asks for confirmation before it goes back from an address of the host, and preserves the host’s history state', async () => {
    shows('4.host.history.back', '4.host.history.inside');
    const warn = vi.spyOn(globalThis.console, 'warn');
    const { router } = open(embedded());
    await act(() => router.navigate('/items'));
    await act(async () => window.history.pushState({ hosts: 1 }, '', '/content/items/4'));
    expect(await screen.findByText('item')).toBeDefined();
    expect(window.history.state).toMatchObject({ hosts: 1 });
    isDirty = true;
    await act(back);
    fireEvent.click(await screen.findByRole('button', { name: 'stay' }));
    expect(location.pathname).toBe('/content/items/4');
    expect(screen.getByText('item')).toBeDefined();
    expect(warn).not.toHaveBeenCalled();
    router.dispose();
  });

  test('stops listening once it is disposed', async () => {
    shows('4.host.history.stops');
    const add = vi.spyOn(window, 'addEventListener');
    const remove = vi.spyOn(window, 'removeEventListener');
    const { router } = open(embedded());
    router.dispose();
    const added = add.mock.calls.filter(([type]) => type === 'popstate').map(([, listener]) => listener);
    const removed = remove.mock.calls.filter(([type]) => type === 'popstate').map(([, listener]) => listener);
    expect(added).not.toHaveLength(0);
    expect(removed).toEqual(added);
    vi.restoreAllMocks();
  });
});

test.each([
  ['/content', '/content', true],
  ['/content/items', '/content', true],
  ['/content/items', '/content/', true],
  ['/contents', '/content', false],
  ['/', '/content', false],
  ['/anything', '/', true],
])('%s is within %s: %s', (path, base, expected) => {
  shows('4.host.history.outside');
  expect(isWithin(path, base)).toBe(expected);
});
