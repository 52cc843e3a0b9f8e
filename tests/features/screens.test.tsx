import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Screens } from '../../src/app/screens.tsx';

test('a navigation between the first rendering and its commit is shown', async () => {
  const router = createMemoryRouter([
    { path: '/', element: 'First page' },
    { path: '/second', element: 'Second page' },
  ]);
  const before = router.state;
  // React Router keeps a change for its own subscription only if there is no other one.
  router.subscribe(() => undefined);
  await router.navigate('/second');
  let isSubscribed = false;
  const late = new Proxy(router, {
    get(target, key) {
      if (key === 'state') return isSubscribed ? target.state : before;
      const value = Reflect.get(target, key);
      if (key !== 'subscribe') return value;
      return (subscriber: Parameters<typeof target.subscribe>[0]) => {
        isSubscribed = true;
        return target.subscribe(subscriber);
      };
    },
  });
  render(<Screens router={late} />);
  expect(screen.getByText('Second page')).toBeTruthy();
});
