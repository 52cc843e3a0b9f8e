import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { templateQueries } from '../../shared/data/templates.ts';
import { useRequest } from '../../shared/services/request.ts';
import { useLast } from '../../shared/ui/hooks/use-last.ts';
import { lazyDialog } from '../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../shared/ui/lazy/use-has-opened.ts';
import { useMenu } from './menu-context.ts';

const AddGroupDialog = lazyDialog(() => import('./entry-dialogs.tsx').then((m) => m.AddGroupDialog));
const AddLinkDialog = lazyDialog(() => import('./entry-dialogs.tsx').then((m) => m.AddLinkDialog));
const RenameDialog = lazyDialog(() => import('./entry-dialogs.tsx').then((m) => m.RenameDialog));

/** The subject of a dialog. */
export type EntryQuestion = { do: 'add group' | 'add link' } | { do: 'rename'; id: string };

interface EntryDialogsProps {
  question: EntryQuestion | null;
  onClose: () => void;
}

/** The dialogs for adding a group or link, and for renaming one. */
export function EntryDialogs({ question, onClose }: EntryDialogsProps) {
  const { editor, actions } = useMenu();
  const { data } = useQuery(templateQueries.list(useRequest(), useInstanceId()));
  const action = question?.do;
  const isGroupMounted = useHasOpened(action === 'add group');
  const isLinkMounted = useHasOpened(action === 'add link');
  const renamed = useLast(question?.do === 'rename' ? question : null);
  const name = editor.read(editor.draft).entries.get(renamed?.id ?? '')?.label ?? '';
  const labelOf = (templateId: string) => data?.templates.find(({ id }) => id === templateId)?.header.label;
  return (
    <>
      {isGroupMounted && (
        <AddGroupDialog
          opened={action === 'add group'}
          onClose={onClose}
          onSubmit={(label) => actions.add({ label, templateId: '' })}
        />
      )}
      {isLinkMounted && (
        <AddLinkDialog
          opened={action === 'add link'}
          onClose={onClose}
          onSubmit={(templateId) => actions.add({ label: labelOf(templateId) ?? templateId, templateId })}
        />
      )}
      {renamed && (
        <RenameDialog
          opened={action === 'rename'}
          onClose={onClose}
          name={name}
          onSubmit={(label) => actions.rename(renamed.id, label)}
        />
      )}
    </>
  );
}
