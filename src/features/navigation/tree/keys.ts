/** The keyboard shortcuts of the tree: what they do, and how they are displayed. */
export const keys = {
  go: { does: 'Go from entry to entry', keys: '↑ ↓ Home End' },
  open: { does: 'Open, or go in; close, or go out', keys: '→ ←' },
  find: { does: 'Go to an entry by its name', keys: 'type letters' },
  select: { does: 'Select', keys: 'Space, Shift+↑ ↓, Ctrl+A' },
  rename: { does: 'Rename', keys: 'Enter' },
  up: { does: 'Move up', keys: 'Alt+↑' },
  down: { does: 'Move down', keys: 'Alt+↓' },
  in: { does: 'Move into the group above', keys: 'Alt+→' },
  out: { does: 'Move out of the group', keys: 'Alt+←' },
  remove: { does: 'Remove', keys: 'Delete' },
  undo: { does: 'Undo', keys: 'Ctrl+Z' },
  redo: { does: 'Redo', keys: 'Ctrl+Shift+Z, Ctrl+Y' },
} as const;
