/** Adds browser features that the console needs and this page lacks, such as jsdom's; the returned function removes them again. */
export function addBrowserFeatures(): () => void {
  const undo: (() => void)[] = [];

  const define = (target: object, name: PropertyKey, property: PropertyDescriptor) => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { configurable: true, ...property });
    undo.push(() => {
      if (before) Object.defineProperty(target, name, before);
      else Reflect.deleteProperty(target, name);
    });
  };
  const add = (target: object, features: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(features)) {
      if (Reflect.get(target, name) === undefined) define(target, name, { value, writable: true });
    }
  };

  add(globalThis, { ResizeObserver: NoResizeObserver, matchMedia });
  add(window, { ResizeObserver: NoResizeObserver, matchMedia });
  // Node 20 lacks both.
  add(Promise, { withResolvers });
  add(Map, { groupBy });
  let objectUrls = 0;
  add(URL, { createObjectURL: () => `blob:${location.origin}/${++objectUrls}`, revokeObjectURL: nothing });
  add(Element.prototype, { scrollIntoView: nothing, setPointerCapture: nothing, releasePointerCapture: nothing });
  if (document.documentElement.clientWidth === 0) addLayout(define);
  return () => {
    for (const each of undo.splice(0).reverse()) each();
  };
}

/**
 * Everything is in view and has a size: a dropdown hides if its target seems to be scrolled out of view. The viewport
 * is so low that a list renders only its minimum of ten rows.
 */
function addLayout(define: (target: object, name: string, property: PropertyDescriptor) => void) {
  define(document.documentElement, 'clientWidth', { value: 1280 });
  define(document.documentElement, 'clientHeight', { value: 600 });
  define(Element.prototype, 'getBoundingClientRect', { value: () => new DOMRect(10, 10, 100, 20), writable: true });
}

const nothing = () => undefined;

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** The operating system’s scheme is light, and every other media query does not match. */
function matchMedia(query: string) {
  const list = { media: query, matches: false, onchange: null, addListener: nothing, removeListener: nothing };
  return Object.assign(new EventTarget(), list);
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T | PromiseLike<T>) => void = nothing;
  let reject: (reason?: unknown) => void = nothing;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

function groupBy<K, T>(values: Iterable<T>, keyOf: (value: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const value of values) {
    const key = keyOf(value, index++);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
