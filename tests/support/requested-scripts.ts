import { vi } from 'vitest';

/** Returns the scripts that a document has requested, and that have neither run nor failed; they are not in the document any more. */
export function watchScripts({ head }: Document): () => HTMLScriptElement[] {
  const waiting = new Set<HTMLScriptElement>();
  vi.spyOn(head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) continue;
      waiting.add(node);
      for (const end of ['load', 'error']) node.addEventListener(end, () => waiting.delete(node));
    }
    // Not the function of the element, which may be that of an earlier test.
    Element.prototype.append.apply(head, nodes);
  });
  return () => [...waiting];
}
