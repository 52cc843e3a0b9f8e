import { act, cleanup, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRouterWindow, isWithin } from '../../src/lifecycles/isolation/router-window.ts';

/** What single-spa does to every pushState and replaceState of a page, once for this file. */
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

beforeEach(() => window.history.pushState(null, '', '/content'));
afterEach(cleanup);

const page = (text: string) => ({ element: <p>{text}</p> });
const routes = [
  { path: '/', ...page('home') },
  { path: '/items', ...page('items') },
  { path: '/items/:id', ...page('item') },
  { path: '*', ...page('not found') },
];

function open(given: Window) {
  const router = createBrowserRouter(routes, { basename: '/content', window: given });
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
    const { router, actions } = open(createRouterWindow(window, '/content'));
    await act(() => router.navigate('/items'));
    await act(() => router.navigate('/items/4'));
    await act(() => router.navigate('/items', { replace: true }));
    expect(actions).toEqual(['PUSH /content/items', 'PUSH /content/items/4', 'REPLACE /content/items']);
    router.dispose();
  });

  test('follows the browser’s back button', async () => {
    const { router, actions } = open(createRouterWindow(window, '/content'));
    await act(() => router.navigate('/items'));
    await act(() => router.navigate('/items/4'));
    await act(back);
    expect(await screen.findByText('items')).toBeDefined();
    expect(actions.at(-1)).toBe('POP /content/items');
    router.dispose();
  });

  test('follows the host to the console’s addresses, and ignores all others', async () => {
    const { router, actions } = open(createRouterWindow(window, '/content'));
    await act(async () => window.history.pushState(null, '', '/content/items'));
    expect(await screen.findByText('items')).toBeDefined();
    const seen = actions.length;
    await act(async () => window.history.pushState(null, '', '/contents'));
    await act(async () => window.history.pushState(null, '', '/players'));
    expect(screen.queryByText('not found')).toBeNull();
    expect(actions).toHaveLength(seen);
    router.dispose();
  });

  test('stops listening once it is disposed', async () => {
    const add = vi.spyOn(window, 'addEventListener');
    const remove = vi.spyOn(window, 'removeEventListener');
    const { router } = open(createRouterWindow(window, '/content'));
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
  expect(isWithin(path, base)).toBe(expected);
});
