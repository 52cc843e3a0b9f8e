import type { EditorContext, Extension, ExtensionHost, ExtensionValue } from './extension-api.generated.d.ts';

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
 * comes back to it.
 */
export async function playConsole(
  root: HTMLElement,
  load: () => Promise<unknown>,
  initial: Partial<EditorContext> = {},
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
      update?.(told);
    },
    extension,
  };
  const update = extension.editor?.(root, {
    change: (value) => {
      double.changes.push(value);
      double.tell({ value });
    },
    toast: (text) => double.toasts.push(text),
    openItem: () => undefined,
  });
  update?.(told);
  return double;
}
