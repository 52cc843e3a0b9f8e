import { useLayoutEffect, useRef, useState } from 'react';
import type { createBrowserRouter } from 'react-router-dom';
import { RouterProvider } from 'react-router-dom';

/**
 * The pages of a console. React Router reads its state when it renders and subscribes when it commits; in between, it keeps a change only
 * if nothing else has subscribed, as the console does while its first page loads, and none while the console is hidden. Such a change would
 * never be shown: the pages are then rendered again.
 */
export function Screens({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  const [initial] = useState(router.state);
  const rendered = useRef(initial);
  const [rendering, setRendering] = useState(0);
  useLayoutEffect(() => {
    if (router.state !== rendered.current) setRendering((before) => before + 1);
    return () => {
      rendered.current = router.state;
    };
  }, [router]);
  return <RouterProvider key={rendering} router={router} />;
}
