import { commonKeys, type Keys, keyNames } from './keys.ts';

/** The keys as a list shows them, such as `Ctrl+S`. */
export const keysLabel = (keys: Keys): string => keyNames(keys, false).join('+').replaceAll(' ', '\u00a0');

/** What a key does, and how it is displayed: `Shift+↑ ↓, Ctrl+A`. On a Mac, Ctrl, Alt and Shift are replaced by its signs. */
export interface ListedKeys {
  does: string;
  keys: string;
}

/** The keys of trees that can be edited. */
const treeKeys = {
  go: { does: 'Go up and down', keys: '↑ ↓ Home End' },
  open: { does: 'Open, or go in; close, or go out', keys: '→ ←' },
  find: { does: 'Go to one by its name', keys: 'type letters' },
  select: { does: 'Select', keys: 'Space, Shift+↑ ↓, Ctrl+A' },
  up: { does: 'Move up', keys: 'Alt+↑' },
  down: { does: 'Move down', keys: 'Alt+↓' },
  in: { does: 'Move into the group above', keys: 'Alt+→' },
  out: { does: 'Move out of the group', keys: 'Alt+←' },
  remove: { does: 'Remove', keys: 'Delete' },
  undo: { does: 'Undo', keys: 'Ctrl+Z' },
  redo: { does: 'Redo', keys: 'Ctrl+Shift+Z, Ctrl+Y' },
} as const;

/** The keys of the Fields tab of a template. */
export const fieldKeys = {
  ...treeKeys,
  settings: { does: 'To the settings of a field, and back', keys: 'Enter, Esc' },
  duplicate: { does: 'Duplicate fields', keys: 'Ctrl+D' },
} as const;

/** The keys of the navigation. */
export const menuKeys = { ...treeKeys, rename: { does: 'Rename an entry of the navigation', keys: 'Enter' } } as const;

/** The keys of the grid, as the list of the page's shortcuts has them. */
export const gridKeys = {
  go: { does: 'Go from cell to cell', keys: '↑ ↓ ← →, Tab, Enter' },
  range: { does: 'Select a range', keys: 'Shift+↑ ↓ ← →' },
  edit: { does: 'Edit the cell', keys: 'F2, type letters' },
  line: { does: 'New line in a cell', keys: 'Alt+Enter' },
  cancel: { does: 'Leave a cell as it was', keys: 'Esc' },
  clear: { does: 'Clear the selected cells', keys: 'Delete' },
  fill: { does: 'Fill the selected cells down', keys: 'Ctrl+D' },
  copy: { does: 'Copy, cut and paste cells', keys: 'Ctrl+C, Ctrl+X, Ctrl+V' },
  undo: { does: 'Undo', keys: 'Ctrl+Z' },
  redo: { does: 'Redo', keys: 'Ctrl+Shift+Z, Ctrl+Y' },
  all: { does: 'Select all cells', keys: 'Ctrl+A' },
  save: { does: 'Save changes', keys: keysLabel(commonKeys.save) },
} as const;

/** Keys that belong together. */
interface KeySection {
  title: string;
  keys: readonly ListedKeys[];
}

/** All keys of the console, which handlers, tooltips and the dialog of shortcuts share. */
export const allKeys: readonly KeySection[] = [
  {
    title: 'Everywhere',
    keys: [
      { does: 'Search everything', keys: keysLabel(commonKeys.palette) },
      { does: 'Keyboard shortcuts', keys: keysLabel(commonKeys.shortcuts) },
      { does: 'Save', keys: keysLabel(commonKeys.save) },
    ],
  },
  {
    title: 'Lists',
    keys: [
      { does: 'Search the list', keys: keysLabel(commonKeys.search) },
      { does: 'Go from cell to cell', keys: '↑ ↓ ← → Home End' },
      { does: 'A page up or down', keys: 'Page\u00a0Up, Page\u00a0Down' },
      { does: 'To the first or last row', keys: 'Ctrl+Home, Ctrl+End' },
      { does: 'Into a cell, and back', keys: 'Enter, F2, Esc' },
      { does: 'Select a row', keys: 'Space' },
      { does: 'Select further rows', keys: 'Shift+↑ ↓, Shift+Space' },
      { does: 'Clear selection', keys: keysLabel(commonKeys.close) },
    ],
  },
  {
    title: 'Items',
    keys: [
      { does: 'Save and stay', keys: keysLabel(commonKeys.save) },
      { does: 'Save and close', keys: keysLabel(commonKeys.saveAndClose) },
      { does: 'Previous item', keys: keysLabel(commonKeys.previous) },
      { does: 'Next item', keys: keysLabel(commonKeys.next) },
      { does: 'Comment on the field', keys: keysLabel(commonKeys.comment) },
      { does: 'Send a comment', keys: 'Ctrl+Enter' },
      { does: 'Move a row, on its handle', keys: '↑ ↓ Home End' },
    ],
  },
  { title: 'Grid', keys: Object.values(gridKeys) },
  { title: 'Fields and navigation', keys: Object.values({ ...fieldKeys, ...menuKeys }) },
  {
    title: 'Release calendar',
    keys: [
      { does: 'Go from day to day', keys: '↑ ↓ ← → Home End' },
      { does: 'To another month or week', keys: 'Page\u00a0Up, Page\u00a0Down' },
      { does: 'Open a day', keys: 'Enter' },
      { does: 'Close the release', keys: keysLabel(commonKeys.close) },
    ],
  },
  {
    title: 'Dialogs, menus and panels',
    keys: [
      { does: 'Close', keys: keysLabel(commonKeys.close) },
      { does: 'Go from entry to entry', keys: '↑ ↓ Home End' },
      { does: 'Choose', keys: 'Enter' },
    ],
  },
];
