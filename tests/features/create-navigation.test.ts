import { expect, test } from 'vitest';
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
