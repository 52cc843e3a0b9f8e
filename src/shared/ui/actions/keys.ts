/**
 * The keys of a shortcut: `mod+s`, `alt+PageUp`, `/`. `mod` is Ctrl or, on a Mac, ⌘; the last part is a `KeyboardEvent.key`.
 */
export type Keys = string;

const partsOf = (keys: Keys) => {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  return { key, mod: parts.includes('mod'), alt: parts.includes('alt'), shift: parts.includes('shift') };
};

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & { code?: string };

/** True if these keys are pressed. */
export function isPressed(keys: Keys, { key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean {
  const expected = partsOf(keys);
  // With ⌥, a Mac types another character.
  const typed = expected.alt && metaKey && code?.startsWith('Key') ? code.slice(3) : key;
  if (typed.toLowerCase() !== expected.key.toLowerCase()) return false;
  // Where a sign is on a keyboard, and with which other keys it is typed, depends on the language.
  if (expected.key.length === 1 && !expected.mod && !expected.alt) return true;
  return (ctrlKey || metaKey) === expected.mod && altKey === expected.alt && shiftKey === expected.shift;
}

const names: Readonly<Record<string, string>> = {
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Escape: 'Esc',
  enter: 'Enter',
};

/** True on a Mac, an iPhone or an iPad, whose keyboards have ⌘ and ⌥. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of each key, such as `Ctrl` and `S`. */
export function keyNames(keys: Keys, hasMacKeys: boolean): string[] {
  const { key, mod, alt, shift } = partsOf(keys);
  return [
    ...(mod ? [hasMacKeys ? '⌘' : 'Ctrl'] : []),
    ...(alt ? [hasMacKeys ? '⌥' : 'Alt'] : []),
    ...(shift ? [hasMacKeys ? '⇧' : 'Shift'] : []),
    names[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ];
}

/** The keys as text for a tooltip, such as `Ctrl+S or ⌘S`. */
export function keysText(keys: Keys): string {
  const [other, mac] = [keyNames(keys, false).join('+'), keyNames(keys, true).join('')];
  return keys.includes('mod+') ? `${other} or ${mac}` : other;
}

/** Keys that mean the same on several pages. Ctrl+S, which is pressed by habit, stays on an item. */
export const commonKeys = {
  palette: 'mod+k',
  shortcuts: '?',
  save: 'mod+s',
  saveAndClose: 'mod+enter',
  previous: 'alt+PageUp',
  next: 'alt+PageDown',
  search: '/',
  comment: 'mod+alt+m',
  close: 'Escape',
} as const satisfies Record<string, Keys>;
