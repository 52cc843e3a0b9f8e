import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/react-virtual';

/** The code that windows a list: pages whose lists are usually long import it, all others load it with the first long list. */
export const virtual = { Virtualizer, elementScroll, observeElementOffset, observeElementRect };

export type Virtual = typeof virtual;
