/**
 * Counts listeners on objects that outlive the console, from now on; the returned function returns their number. Listeners with `once` are
 * not counted, as they remove themselves.
 */
export function countListeners(): () => number {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const counted = new WeakMap<object, Set<string>>();
  let count = 0;
  const kindOf = (target: EventTarget, type: string, options: boolean | EventListenerOptions = false) => {
    const { documentElement, body } = document;
    const places: EventTarget[] = [window, document, documentElement, body];
    const place = places.indexOf(target);
    const capture = typeof options === 'boolean' ? options : options.capture;
    return place < 0 ? null : `${place} ${type} ${capture ?? false}`;
  };
  const end = (listener: object, kind: string) => {
    if (counted.get(listener)?.delete(kind)) count -= 1;
  };

  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    const kind = kindOf(target, type, options);
    const { once, signal } = typeof options === 'object' ? options : {};
    if (listener && kind && !once && !signal?.aborted) {
      const kinds = counted.get(listener) ?? new Set();
      if (!kinds.has(kind)) count += 1;
      counted.set(listener, kinds.add(kind));
      signal?.addEventListener('abort', () => end(listener, kind), { once: true });
    }
    addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    const kind = kindOf(target, type, options);
    if (listener && kind) end(listener, kind);
    removeEventListener.call(target, type, listener, options);
  };
  return () => count;
}
