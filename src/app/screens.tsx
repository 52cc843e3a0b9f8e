import { useLayoutEffect, useState } from 'react';
import type { createBrowserRouter } from 'react-router-dom';
import { RouterProvider } from 'react-router-dom';

/**
 * The pages of a console. React Router reads its state when it renders and subscribes when it commits; in between, it keeps a change only
 * if nothing else has subscribed, as the console does while its first page loads. Such a change would never be shown: the pages are then
 * rendered again.
 */
export function Screens({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  const [rendered] = useState(router.state);
  const [isOutdated, setOutdated] = useState(false);
  useLayoutEffect(() => {
    if (router.state !== rendered) setOutdated(true);
  }, [router, rendered]);
  return <RouterProvider key={isOutdated ? 'again' : 'first'} router={router} />;
}
