import { useServices } from '../../services/services.ts';
import { showUnexpected } from '../../services/show-unexpected.ts';
import { EditRefusedError } from './edit-refused-error.ts';
import type { EditedTree, EditOptions, Shaped } from './tree-editor.ts';

/** Changes a draft; if the change is refused or fails, shows the reason in a toast under `title` and returns false. */
export type TreeEdit<Draft> = (title: string, change: (draft: Draft) => Draft, options?: EditOptions) => boolean;

/** Changes the draft of an editor. */
export function useTreeEdit<Draft extends Shaped>({ edit }: Pick<EditedTree<Draft>, 'edit'>): TreeEdit<Draft> {
  const services = useServices();
  return (title, change, options) => {
    try {
      edit(change, options);
      return true;
    } catch (error) {
      if (error instanceof EditRefusedError) services.notify.error(title, error.message);
      else showUnexpected(services, title, error);
      return false;
    }
  };
}
