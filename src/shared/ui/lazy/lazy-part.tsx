import { type ComponentType, useEffect, useReducer } from 'react';
import { errorText } from '../../http/error-text.ts';
import { fetchCode as fetchPart } from '../../http/fetch-code.ts';
import { useServices } from '../../services/services.ts';

/** Fetchers of the code of every lazy part; the same code serves every console on the page. */
const fetchers: (() => Promise<void>)[] = [];

/**
 * A part whose code is not there when the page is painted: it comes soon after, or when the part is first drawn. Where it
 * cannot be fetched the part is missing and the rest of the page stays, with whatever somebody has typed into it; the next
 * drawing tries again. `isQuiet` says nothing of that to the person.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { isQuiet = false } = {},
): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined;
  const fetchCode = async () => {
    Loaded ??= await fetchPart(load);
  };
  fetchers.push(fetchCode);

  // biome-ignore lint/correctness/noComponentHookFactories: called once a part, at module level, as React's lazy is
  return function LazyPart(props: P) {
    const { notify } = useServices();
    const [, rerender] = useReducer((renders: number) => renders + 1, 0);
    const Rendered = Loaded;
    useEffect(() => {
      // The code may have come since this drawing: then it is drawn once more, too.
      if (Rendered) return;
      let isGone = false;
      const tell = (error: unknown) => {
        if (!isQuiet && !isGone) notify.error('Error', errorText(error));
      };
      fetchCode().then(() => {
        if (!isGone) rerender();
      }, tell);
      return () => {
        isGone = true;
      };
    });
    return Rendered ? <Rendered {...props} /> : null;
  };
}

/** Fetches the code of all lazy parts, so that they are there when the network is not; what fails is tried when it is drawn. */
export const fetchLazyParts = () => Promise.allSettled(fetchers.map((fetchCode) => fetchCode()));
