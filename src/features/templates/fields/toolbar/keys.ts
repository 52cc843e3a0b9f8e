/** The keyboard shortcuts of the Fields tab: what they do, and how they are displayed. */
export const keys = {
  move: { does: 'Go from field to field', keys: '↑ ↓ Home End' },
  open: { does: 'Open, or go in; close, or go out', keys: '→ ←' },
  find: { does: 'Go to a field by its label', keys: 'type letters' },
  select: { does: 'Select', keys: 'Space, Shift+↑ ↓, Ctrl+A' },
  settings: { does: 'To the settings, and back', keys: 'Enter, Esc' },
  up: { does: 'Move up', keys: 'Alt+↑' },
  down: { does: 'Move down', keys: 'Alt+↓' },
  in: { does: 'Move into the group above', keys: 'Alt+→' },
  out: { does: 'Move out of the group', keys: 'Alt+←' },
  duplicate: { does: 'Duplicate', keys: 'Ctrl+D' },
  remove: { does: 'Remove', keys: 'Delete' },
  undo: { does: 'Undo', keys: 'Ctrl+Z' },
  redo: { does: 'Redo', keys: 'Ctrl+Shift+Z, Ctrl+Y' },
} as const;
