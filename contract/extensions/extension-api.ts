// The whole interface for the code of extensions. It imports nothing, as the build publishes it in `quartermaster.d.ts`.

/** A value of a field: a moment is a text in ISO 8601, a choice its value, choices and lists are lists. Empty is `null`. */
export type ExtensionValue = string | number | boolean | null | readonly string[] | readonly number[];

/** The field that a value is of. */
export interface ExtensionField {
  /** The key in the exported JSON. */
  name: string;
  label: string;
  /** The type, such as `text` or `integer`. */
  type: string;
  isRequired: boolean;
  unit?: string;
  minimum?: number;
  maximum?: number;
  /** Of a choice: what can be chosen, in order. */
  options?: readonly { value: string; label: string }[];
}

/** How the console looks around an extension. */
export interface ExtensionLook {
  colorScheme: 'light' | 'dark';
  /** CSS colors. */
  primaryColor: string;
  textColor: string;
  dimmedColor: string;
  borderColor: string;
  inputColor: string;
  fontFamily: string;
  /** Pixels. */
  fontSize: number;
  /** Pixels. */
  radius: number;
}

/** What an editor is for. It is passed again after each change. */
export interface EditorContext {
  value: ExtensionValue;
  field: ExtensionField;
  /** The item that is edited; its id is `null` until it is saved first. */
  item: { templateId: string; id: number | null } | null;
  /** Why the value cannot be saved as it is. */
  error: string | null;
  look: ExtensionLook;
  /** BCP 47. */
  language: string;
}

/** How a value is drawn on one line, in lists, grids and comparisons; the console draws it. */
export interface CellDrawing {
  /** At most 200 characters; the value as text by default. */
  text?: string;
  /** A square before the text: `#` and 3, 6 or 8 hexadecimal digits. */
  color?: string;
  /** A small picture before the text: a `data:` address of a PNG, JPEG or WebP image, at most 16 kB. */
  picture?: string;
}

/** What an extension can ask of the console while its editor is shown. */
export interface Editor {
  /** Puts a value into the field, as if it was typed. */
  change: (value: ExtensionValue) => void;
  /** Shows a short message, at most 200 characters. */
  toast: (text: string) => void;
  /** Opens an item, after asking about unsaved changes. */
  openItem: (templateId: string, id: number) => void;
}

/** The parts of an extension, for `quartermaster.define()` in its script. */
export interface Extension {
  /** Called once with the element to draw into; the returned function is called with each context, beginning with the first. */
  editor?: (root: HTMLElement, editor: Editor) => (context: EditorContext) => void;
  /** Called once for each value; without it, the console draws the value as it does for fields without an extension. */
  cell?: (value: ExtensionValue, field: ExtensionField) => CellDrawing;
}

/** The element of a host that edits values: its properties are set before it is in the page, `context` again after each change. */
export interface EditorElement extends HTMLElement {
  editor: Editor;
  context: EditorContext;
}

/** An extension that is part of a host's own page, which trusts it. */
export interface HostExtension {
  /** As templates name it: lower-case words joined by hyphens, such as `acme-color`. */
  name: string;
  /** What the console calls it; its name by default. */
  title?: string | undefined;
  /** The types of the fields that it can edit. */
  editorTypes?: readonly string[] | undefined;
  /** The name of its custom element, an {@link EditorElement}. */
  element?: string | undefined;
  /** How a value is drawn on one line; the console draws values without it. */
  cell?: ((value: ExtensionValue, field: ExtensionField) => CellDrawing) | undefined;
}

/** The global `quartermaster` in the frame of an extension. @public */
export interface ExtensionHost {
  /** The version of this interface. */
  version: 1;
  /** Called once by the script. */
  define: (extension: Extension) => void;
}
