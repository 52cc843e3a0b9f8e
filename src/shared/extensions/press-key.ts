import { extensionLimits, type passedKeys } from '@quartermaster/contract/extensions/messages.ts';

/** Presses keys at an element as if it was an input of the page, at most as fast as a person does. */
export function createKeyPress(): (element: HTMLElement, keys: (typeof passedKeys)[number]) => void {
  let pressedAt = Number.NEGATIVE_INFINITY;
  return (element, keys) => {
    const now = performance.now();
    if (now - pressedAt < extensionLimits.keys) return;
    pressedAt = now;
    const parts = keys.split('+');
    const key = parts.at(-1) ?? '';
    const modifiers = { ctrlKey: parts.includes('mod'), altKey: parts.includes('alt') };
    element.dispatchEvent(new KeyboardEvent('keydown', { key, ...modifiers, bubbles: true, cancelable: true }));
  };
}
