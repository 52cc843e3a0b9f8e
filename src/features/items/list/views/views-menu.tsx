import { views as endpoints, projectViews, type View } from '@quartermaster/contract/endpoints/views.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRefusal } from '../../../../shared/access/use-refusal.ts';
import { useDeleteView } from '../../../../shared/data/views.ts';
import { ConfirmDialog } from '../../../../shared/ui/dialog/confirm-dialog.tsx';
import type { LazyPopup } from '../../../../shared/ui/popup/lazy-popup.tsx';
import { LoadedPanel } from '../../../../shared/ui/popup/loaded-panel.tsx';
import { ViewDialog } from './view-dialog.tsx';
import { ViewNotes } from './view-notes.tsx';
import { viewPath } from './view-path.ts';
import { ViewsList, type ViewsProps } from './views-list.tsx';

export { ViewNotes };

export interface ViewsMenuProps extends ViewsProps {
  popup: LazyPopup;
}

/** What a dialog is about: `new` to save the list as it is shown, a view to edit it. */
type Edited = View | 'new';

/** The list of views, and the dialogs that save, edit and delete one. */
export function ViewsMenu({ popup, ...props }: ViewsMenuProps) {
  const { instanceId, templateId, views = [], view, currentList } = props;
  const navigate = useNavigate();
  const remove = useDeleteView(instanceId, templateId);
  const maySave = useRefusal(endpoints.create) === null;
  const mayShare = useRefusal(projectViews) === null;
  const [edited, setEdited] = useState<Edited>('new');
  const [isEditing, setEditing] = useState(false);
  const [deleted, setDeleted] = useState<View>();
  const [isDeleting, setDeleting] = useState(false);

  const edit = (next: Edited) => {
    popup.close();
    setEdited(next);
    setEditing(true);
  };
  const askToDelete = (deleted: View) => {
    popup.close();
    setDeleted(deleted);
    setDeleting(true);
  };
  const hasOtherFirst = views.some(({ id, is_first }) => is_first && id !== deleted?.id);

  return (
    <>
      <LoadedPanel popup={popup} position="bottom-start" width={320} p="xs">
        <ViewsList
          {...props}
          maySave={maySave}
          mayShare={mayShare}
          onSave={() => edit('new')}
          onEdit={edit}
          onDelete={askToDelete}
          onClose={popup.close}
        />
      </LoadedPanel>
      <ViewDialog
        instanceId={instanceId}
        templateId={templateId}
        edited={edited}
        currentList={currentList}
        mayShare={mayShare}
        opened={isEditing}
        onClose={() => setEditing(false)}
      />
      <ConfirmDialog
        opened={isDeleting}
        title="Delete view"
        message={`The view “${deleted?.name}” and its address are deleted${deleted?.is_private ? '' : ', for everyone in the project'}. Its items stay.`}
        confirmLabel="Yes, delete"
        cancelLabel="Cancel"
        onCancel={() => setDeleting(false)}
        onConfirm={async () => {
          if (!deleted) return;
          await remove.mutateAsync(deleted.id);
          setDeleting(false);
          const all = viewPath({ instanceId, templateId }, hasOtherFirst ? 'all' : undefined);
          if (deleted.id === view?.id) await navigate(all, { replace: true });
        }}
        danger
      />
    </>
  );
}
