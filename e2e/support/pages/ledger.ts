import { allowed } from '../../../verify-embed/allow-list.ts';
import { globalNames, storedNames } from '../../../verify-embed/page/traces.ts';
import type { Evaluates } from './portal.ts';

/** The footprint of a page as sentences and names, to compare with an earlier one. */
interface Ledger {
  nodes: string[];
  listeners: string[];
  globals: string[];
  stored: string[];
}

interface Recorded {
  recordedListeners: { name: string; listener: unknown; capture: boolean }[];
}

/** Run before the page's own code: notes the listeners of the targets that outlive the console. */
export function recordListeners() {
  const recorded: Recorded['recordedListeners'] = [];
  Object.assign(window, { recordedListeners: recorded });
  const nameOf = (target: unknown) => {
    const { documentElement, head, body } = document;
    const targets = Object.entries({ window, document, html: documentElement, head, body, visualViewport });
    return targets.find(([, each]) => each === target)?.[0];
  };
  const captures = (options: boolean | AddEventListenerOptions = false) =>
    typeof options === 'boolean' ? options : (options.capture ?? false);
  const remove = (name: string, listener: unknown, capture: boolean) => {
    const index = recorded.findIndex(
      (each) => each.name === name && each.listener === listener && each.capture === capture,
    );
    if (index >= 0) recorded.splice(index, 1);
  };
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    const place = nameOf(target);
    if (place && listener) {
      const [name, capture] = [`${place} ${type}`, captures(options)];
      const { once, signal } = typeof options === 'object' ? options : {};
      remove(name, listener, capture);
      if (!signal?.aborted) recorded.push({ name, listener, capture });
      const end = () => remove(name, listener, capture);
      if (once) addEventListener.call(target, type, end, { once, capture });
      if (signal) addEventListener.call(signal, 'abort', end);
    }
    addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    remove(`${nameOf(target)} ${type}`, listener, captures(options));
    removeEventListener.call(target, type, listener, options);
  };
}

/** The current footprint of the page; `recordListeners` must have been run before its own code. */
export async function readLedger(page: Evaluates): Promise<Ledger> {
  const nodes = await page.evaluate(() => {
    const { documentElement, head, body } = document;
    const slot = document.getElementById('slot');
    const attributes = [documentElement, body].flatMap((element) =>
      [...element.attributes].map(({ name, value }) => `<${element.localName}> has ${name}="${value}"`),
    );
    const children = [documentElement, head, body, ...(slot ? [slot] : [])].flatMap((parent) =>
      [...parent.children].map((child) => {
        const { localName, id, className } = child;
        return `<${localName} id="${id}" class="${className}"> in <${parent.localName}>`;
      }),
    );
    return [...attributes, ...children];
  });
  const listeners = await page.evaluate(() =>
    (window as unknown as Recorded).recordedListeners.map(({ name }) => name),
  );
  return { nodes, listeners, globals: await page.evaluate(globalNames), stored: await page.evaluate(storedNames) };
}

/** The differences of two footprints that docs/embedding.md does not allow; empty if there are none. */
export function forbiddenChanges(before: Ledger, after: Ledger): string[] {
  const names = allowed.globals;
  return [
    ...without(after.nodes, before.nodes).map((node) => `left: ${node}`),
    ...without(before.nodes, after.nodes).map((node) => `gone: ${node}`),
    // Each allowed listener may exist once.
    ...without(without(after.listeners, before.listeners), allowed.listeners).map((name) => `listener: ${name}`),
    ...without(without(after.globals, before.globals), names).map((name) => `global: ${name}`),
    ...without(after.stored, before.stored)
      .filter((name) => !allowed.storage.some((start) => name.split(' ')[1]?.startsWith(start)))
      .map((name) => `stored: ${name}`),
  ];
}

/** The entries of a list minus those of another one, counting duplicates. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((entry) => {
    const index = left.indexOf(entry);
    if (index < 0) return true;
    left.splice(index, 1);
    return false;
  });
}
