import { useServices } from '../../../shared/services/services.ts';
import { showUnexpected } from '../../../shared/services/show-unexpected.ts';
import type { Draft } from './draft.ts';
import type { EditOptions } from './editor.ts';
import { useEditor } from './editor-context.ts';
import { EditRefusedError } from './edits/edits.ts';

/** Changes the draft; if the change is refused or fails, shows the reason in a toast and returns false. */
export function useEdit(): (title: string, change: (draft: Draft) => Draft, options?: EditOptions) => boolean {
  const editor = useEditor();
  const services = useServices();
  return (title, change, options) => {
    try {
      editor.edit(change, options);
      return true;
    } catch (error) {
      if (error instanceof EditRefusedError) services.notify.error(title, error.message);
      else showUnexpected(services, title, error);
      return false;
    }
  };
}
