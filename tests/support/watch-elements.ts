import { onTestFinished, vi } from 'vitest';

/** An element that is observed for visibility. */
export interface Watched {
  element: Element;
  /** Simulates that it comes into view. */
  see: () => void;
  /** Simulates that it leaves the view, with a height. */
  leave: (height: number) => void;
}

/** Lets a test simulate visibility, until it ends: the test document has no layout. */
export function watchElements(): Watched[] {
  const watched: Watched[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly notify: IntersectionObserverCallback;
      constructor(notify: IntersectionObserverCallback) {
        this.notify = notify;
      }
      observe(element: Element) {
        const notify = (isIntersecting: boolean, height = 0) => {
          const entry = { isIntersecting, target: element, boundingClientRect: new DOMRect(0, 0, 0, height) };
          this.notify([entry as unknown as IntersectionObserverEntry], this as unknown as IntersectionObserver);
        };
        watched.push({ element, see: () => notify(true), leave: (height) => notify(false, height) });
      }
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return watched;
}
