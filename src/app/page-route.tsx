import { type ComponentType, useMemo } from 'react';
import { type LoaderFunction, type RouteObject, useLoaderData } from 'react-router-dom';
import { fetchCode } from '../shared/http/fetch-code.ts';

interface PageOptions {
  /** Starts the page's requests, in parallel with loading its code; the page is rendered once it resolves. Must not reject. */
  loader?: LoaderFunction;
  /** True if the page also opens without a session; with one it is shown inside the layout. */
  isOpen?: boolean;
}

/**
 * A route whose code is loaded on first navigation. Replaces the router's own `lazy`, which shows nothing if the code
 * cannot be loaded and never retries.
 */
export function page(
  path: string,
  fetchPage: () => Promise<ComponentType>,
  { loader, isOpen = false }: PageOptions = {},
): RouteObject {
  let Page: ComponentType | undefined;
  return {
    path,
    Component: FetchedPage,
    handle: { isOpen },
    loader: async (args, context) => {
      const prefetched = loader?.(args, context);
      Page ??= await fetchCode(fetchPage);
      await prefetched;
      return { Page };
    },
    // A page without requests has nothing to reload when the query changes.
    ...(loader ? {} : { shouldRevalidate: () => false }),
  };
}

function FetchedPage() {
  const { Page } = useLoaderData<{ Page: ComponentType }>();
  // The router updates on each step of a navigation; the page rerenders only for what it reads itself.
  return useMemo(() => <Page />, [Page]);
}
