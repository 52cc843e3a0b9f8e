import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import type { View, ViewList } from '@quartermaster/contract/endpoints/views.ts';
import { Link, useHref, useNavigate } from 'react-router-dom';
import { useUpdateView } from '../../../../shared/data/views.ts';
import { CopyButton } from '../../../../shared/ui/copy/copy-button.tsx';
import { IconLock } from '../../../../shared/ui/icons/lock.ts';
import { IconPencil } from '../../../../shared/ui/icons/pencil.ts';
import { IconTrash } from '../../../../shared/ui/icons/trash.ts';
import { ErrorState } from '../../../../shared/ui/page/error-state.tsx';
import type { KnownView } from '../view-list.ts';
import { viewPath } from './view-path.ts';
import classes from './views.module.css';

export interface ViewsProps {
  instanceId: number;
  templateId: string;
  /** Undefined until they are loaded. */
  views: readonly View[] | undefined;
  /** Why they could not be loaded. */
  error: Error | null;
  retry: () => void;
  /** The one that is open; undefined for all items. */
  view: KnownView | undefined;
  /** True if the list is not as the view has it. */
  isChanged: boolean;
  /** The list as it is shown. */
  currentList: () => ViewList;
  /** The columns of the view that this environment does not have. */
  unknownColumns: readonly string[];
  /** True while it is not known which view is open. */
  isUnknown: boolean;
}

interface ViewsListProps extends ViewsProps {
  /** May save private views. */
  maySave: boolean;
  /** May save and change views of the project. */
  mayShare: boolean;
  onSave: () => void;
  onEdit: (view: View) => void;
  onDelete: (view: View) => void;
  onClose: () => void;
}

/** The saved views as links, with the buttons that change them, and those that save the list as it is shown. */
export function ViewsList(props: ViewsListProps) {
  const { instanceId, templateId, views = [], error, retry, view, isChanged, currentList, unknownColumns } = props;
  const { maySave, mayShare, onSave, onEdit, onDelete, onClose } = props;
  const navigate = useNavigate();
  const update = useUpdateView(instanceId, templateId);
  const scope = { instanceId, templateId };
  const hasFirst = views.some(({ is_first }) => is_first);
  const open = views.find(({ id }) => id === view?.id);
  const mayChange = ({ is_private }: View) => maySave && (is_private || mayShare);
  const updateOpen = async ({ id, version }: View) => {
    onClose();
    await update.mutateAsync({ id, version, list: currentList() });
    await navigate(viewPath(scope, id), { replace: true });
  };
  return (
    <Stack gap="xs">
      {error && <ErrorState error={error} title="The views could not be loaded" retry={retry} />}
      <ul className={classes.list} aria-label="Views">
        <li className={classes.line} data-open={view === undefined || undefined}>
          <Link
            className={classes.link}
            to={viewPath(scope, hasFirst ? 'all' : undefined)}
            aria-current={view === undefined ? 'true' : undefined}
            onClick={onClose}
          >
            All items
          </Link>
        </li>
        {views.map((saved) => (
          <li key={saved.id} className={classes.line} data-open={saved === open || undefined}>
            <Link
              className={classes.link}
              to={viewPath(scope, saved.id)}
              title={saved.name}
              aria-current={saved === open ? 'true' : undefined}
              onClick={onClose}
            >
              {saved.name}
            </Link>
            {saved.is_first && <span className={classes.note}>opens first</span>}
            {saved.is_private && <IconLock className={classes.note} size={14} role="img" aria-label="private" />}
            <CopyLink to={viewPath(scope, saved.id)} name={saved.name} />
            {mayChange(saved) && (
              <>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Edit ${saved.name}`}
                  title="Edit"
                  onClick={() => onEdit(saved)}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Delete ${saved.name}`}
                  title="Delete"
                  onClick={() => onDelete(saved)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </>
            )}
          </li>
        ))}
      </ul>
      {unknownColumns.length > 0 && (
        <Text size="xs" c="dimmed">
          {`The view also has columns that are no fields of the template here: ${unknownColumns.join(', ')}.`}
        </Text>
      )}
      {maySave && (
        <Group gap="xs">
          {open && isChanged && mayChange(open) && (
            <Button size="xs" loading={update.isPending} onClick={() => void updateOpen(open).catch(() => undefined)}>
              Update view
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onSave}>
            Save view
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function CopyLink({ to, name }: { to: string; name: string }) {
  return <CopyButton value={new URL(useHref(to), window.location.href).href} label={`link to ${name}`} />;
}
