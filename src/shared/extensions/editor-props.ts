import type { Editor, EditorContext } from '@quartermaster/contract/extensions/extension-api.ts';

/** What the editor of an extension gets, wherever it runs. */
export interface EditorProps {
  /** The accessible name. */
  title: string;
  context: EditorContext;
  requests: Editor;
  /** Called when it has to be replaced by the ordinary input. */
  onFailed: () => void;
}
