import { type ComponentType, useMemo } from 'react';
import { type LoaderFunction, type RouteObject, useLoaderData } from 'react-router-dom';
import { fetchCode } from '../shared/http/fetch-code.ts';

interface PageOptions {
  /** Starts the calls of the page, beside the fetching of its code. */
  loader?: LoaderFunction;
}

/**
 * The route of a page whose code is fetched when it is first gone to. Not the router's own `lazy`: that shows nothing
 * at all where the code cannot be fetched, and never asks for it a second time.
 */
export function page(path: string, fetchPage: () => Promise<ComponentType>, { loader }: PageOptions = {}): RouteObject {
  let Page: ComponentType | undefined;
  return {
    path,
    Component: FetchedPage,
    loader: async (args, context) => {
      loader?.(args, context);
      Page ??= await fetchCode(fetchPage);
      return { Page };
    },
    // Without calls of its own, a page has nothing to start again for another query.
    ...(loader ? {} : { shouldRevalidate: () => false }),
  };
}

function FetchedPage() {
  const { Page } = useLoaderData<{ Page: ComponentType }>();
  // The router tells of each step of a navigation; a page is drawn again only for what it reads itself.
  return useMemo(() => <Page />, [Page]);
}
