import type {
  EditorContext,
  Extension,
  ExtensionHost,
  ExtensionLook,
  ExtensionValue,
} from './extension-api.generated.d.ts';

const context: EditorContext = {
  value: null,
  field: { name: 'rarity', label: 'Rarity', type: 'integer', isRequired: false },
  item: { templateId: 'weapon', id: 7 },
  error: null,
  look: {
    colorScheme: 'light',
    primaryColor: '#1971c2',
    textColor: '#212529',
    dimmedColor: '#868e96',
    borderColor: '#ced4da',
    inputColor: '#ffffff',
    fontFamily: 'system-ui, sans-serif',
    fontSize: 14,
    radius: 4,
  },
  language: 'en',
};

/** Sets the same variables as the frame of the console. */
function adopt(look: ExtensionLook): void {
  const { style } = document.documentElement;
  style.colorScheme = look.colorScheme;
  style.setProperty('--qm-primary', look.primaryColor);
  style.setProperty('--qm-text', look.textColor);
  style.setProperty('--qm-dimmed', look.dimmedColor);
  style.setProperty('--qm-border', look.borderColor);
  style.setProperty('--qm-input', look.inputColor);
  style.setProperty('--qm-radius', `${look.radius}px`);
}

/** Plays the console for an extension: what it asked for, and what it is told. */
export interface ConsoleDouble {
  /** The values that it has put into the field, the last one at the end. */
  changes: ExtensionValue[];
  toasts: string[];
  /** Tells it something else, such as another value. */
  tell: (changed: Partial<EditorContext>) => void;
  extension: Extension;
}

/**
 * Runs an extension in this page, in place of the console. `load` imports its script. As in the console, a value that it puts into the field
 * comes back to it; `onChange` gets all values so far.
 */
export async function playConsole(
  root: HTMLElement,
  load: () => Promise<unknown>,
  initial: Partial<EditorContext> = {},
  onChange?: (changes: readonly ExtensionValue[]) => void,
): Promise<ConsoleDouble> {
  const defined = Promise.withResolvers<Extension>();
  const host: ExtensionHost = { version: 1, define: defined.resolve };
  Object.assign(globalThis, { quartermaster: host });
  await load();
  const extension = await defined.promise;
  let told = { ...context, ...initial };
  const double: ConsoleDouble = {
    changes: [],
    toasts: [],
    tell: (changed) => {
      told = { ...told, ...changed };
      adopt(told.look);
      update?.(told);
    },
    extension,
  };
  adopt(told.look);
  const update = extension.editor?.(root, {
    change: (value) => {
      double.changes.push(value);
      onChange?.(double.changes);
      double.tell({ value });
    },
    toast: (text) => double.toasts.push(text),
    openItem: () => undefined,
  });
  update?.(told);
  return double;
}
