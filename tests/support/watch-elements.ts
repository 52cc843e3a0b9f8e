import { onTestFinished, vi } from 'vitest';

/** An element that waits to be seen. */
export interface Watched {
  element: Element;
  /** Has it come into view. */
  see: () => void;
}

/** Lets a test say what comes into view, until it ends: the document of the tests has no layout. */
export function watchElements(): Watched[] {
  const watched: Watched[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: IntersectionObserverCallback;
      constructor(tell: IntersectionObserverCallback) {
        this.tell = tell;
      }
      observe(element: Element) {
        const entry = { isIntersecting: true, target: element } as unknown as IntersectionObserverEntry;
        watched.push({ element, see: () => this.tell([entry], this as unknown as IntersectionObserver) });
      }
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return watched;
}
