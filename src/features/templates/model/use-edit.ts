import { eventIdOf } from '../../../shared/http/event-id.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import type { Draft } from './draft.ts';
import type { EditOptions } from './editor.ts';
import { useEditor } from './editor-context.ts';
import { EditRefused } from './edits/edits.ts';

/** Changes the draft; if the change is refused or fails, shows the reason in a toast and returns false. */
export function useEdit(): (title: string, change: (draft: Draft) => Draft, options?: EditOptions) => boolean {
  const editor = useEditor();
  const notify = useNotify();
  return (title, change, options) => {
    try {
      editor.edit(change, options);
      return true;
    } catch (error) {
      if (error instanceof EditRefused) notify.error(title, error.message);
      else notify.error(title, 'An unexpected error occurred', eventIdOf(error));
      return false;
    }
  };
}
