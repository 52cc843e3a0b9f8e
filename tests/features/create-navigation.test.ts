import { expect, test, vi } from 'vitest';
import { signedInRoute } from '../../src/app/context/only-pages.ts';
import { createNavigation } from '../../src/app/create-navigation.ts';

const none = { start: () => undefined, setStart: () => undefined, replacementFor: () => null, isExit: () => false };

/** A console at its sign-in that goes to the start page, whose code does not arrive. */
async function leaveSignIn() {
  const { promise, resolve } = Promise.withResolvers<{ element: null }>();
  const navigation = createNavigation({
    props: { routing: 'memory', basename: '/', routerWindow: window },
    routes: [{ path: '/login' }, { path: '/second-factor' }, { path: '/', lazy: () => promise }],
    onlyPages: { ...none, shownFor: (path) => (path === '/' ? '/login' : path) },
    pathOf: ({ pathname, search }) => pathname + search,
    hasSignedIn: () => true,
    hasEnded: () => false,
  });
  void navigation.router.navigate('/', { replace: true });
  expect([navigation.path(), navigation.router.state.navigation.state]).toEqual(['/login', 'loading']);
  return { navigation, arrive: () => resolve({ element: null }) };
}

test('a session that is refused while the sign-in is left for a page returns to the sign-in', async () => {
  const { navigation, arrive } = await leaveSignIn();
  await navigation.openSignIn({ isKept: false });
  expect(navigation.path()).toBe('/login?from=%2F');
  arrive();
  await Promise.resolve();
  expect(navigation.path()).toBe('/login?from=%2F');
});

test('a workspace that is closed while the sign-in is left for its page shows how to get in', async () => {
  const { navigation } = await leaveSignIn();
  await navigation.openEntrance('/second-factor');
  expect(navigation.path()).toBe('/second-factor?from=%2F');
});

/** A console at its start page whose session has ended, and whose sign-in does not load. */
function loadSignIn() {
  const signIn = Promise.withResolvers<{ element: null }>();
  const navigation = createNavigation({
    props: { routing: 'memory', basename: '/', routerWindow: window },
    routes: [
      { path: '/login', lazy: () => signIn.promise },
      { path: '/invitations/accept' },
      {
        id: signedInRoute,
        children: [{ path: '/' }, { path: '/other' }, { path: '/shared', handle: { isOpen: true } }],
      },
    ],
    onlyPages: { ...none, shownFor: (path) => path },
    pathOf: ({ pathname, search }) => pathname + search,
    hasSignedIn: () => true,
    hasEnded: () => true,
  });
  void navigation.openSignIn({ isKept: true });
  expect(navigation.router.state.navigation.location?.pathname).toBe('/login');
  return { navigation, load: () => signIn.resolve({ element: null }) };
}

test.each(['/', '/other'])('a click while the sign-in loads leads to the sign-in for its page: %s', async (path) => {
  const { navigation, load } = loadSignIn();
  await navigation.router.navigate(path);
  load();
  await vi.waitFor(() => expect(navigation.path()).toBe(`/login?from=${encodeURIComponent(path)}`));
  expect(navigation.router.state.location.state).toEqual({ ended: 'kept' });
  expect(navigation.router.state.historyAction).toBe('REPLACE');
});

test.each(['/shared', '/invitations/accept'])(
  'a click to a page that needs no session stays there: %s',
  async (path) => {
    const { navigation } = loadSignIn();
    await navigation.router.navigate(path);
    expect([navigation.path(), navigation.router.state.navigation.state]).toEqual([path, 'idle']);
  },
);
