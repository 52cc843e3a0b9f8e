const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, also in attributes. */
export const text = (value: string): string => value.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');

/** Escapes text for the content of an element, where quotes stay as they are. */
export const content = (value: string): string => value.replaceAll(/[&<>]/g, (character) => escapes[character] ?? '');

/** The words of a name, such as `accessLog`: Access log. */
export function titleOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A number and what it counts: 1 call, 2 calls. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
