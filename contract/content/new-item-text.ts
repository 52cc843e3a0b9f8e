/** What a link to an item without an id is shown as, in checks of imports and proposals; its label is not always known. */
export const newItemText = (label: string | undefined): string =>
  label === undefined ? 'new item' : `new item “${label}”`;

/** True for a text of {@link newItemText} in place of a link. */
export const isNewItemText = (value: unknown): value is string =>
  typeof value === 'string' && (value === newItemText(undefined) || value.startsWith('new item “'));
