import { onTestFinished, vi } from 'vitest';

/** An element that is observed for visibility. */
export interface Watched {
  element: Element;
  /** Simulates that it comes into view. */
  see: () => void;
}

/** Lets a test simulate visibility, until it ends: the test document has no layout. */
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
