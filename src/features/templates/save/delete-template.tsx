import { Stack, Text } from '@mantine/core';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { restores, restoreTemplates, trashDays } from '@quartermaster/contract/endpoints/trash.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { useDeleteTemplate } from '../../../shared/data/save-template.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { LinkedPlaces, type Links, PlaceList } from '../../../shared/links/linked-places.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { BusyButton } from '../../../shared/ui/busy-button.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { useAfterUnmount } from '../../../shared/ui/hooks/use-after-unmount.ts';
import { IconTrash } from '../../../shared/ui/icons/trash.ts';
import { useEditor } from '../model/editor-context.ts';
import { DeleteWithItemsDialog } from './delete-with-items-dialog.tsx';

interface DeleteTemplateProps {
  instanceId: number;
  onDeleted: () => void;
}

/** What a question is about. */
interface Question {
  /** The number of items; undefined if it is not known. */
  items: number | undefined;
  /** What would break; undefined if nothing would, as far as is known. */
  links?: Links | undefined;
}

/** Deletes the template with its items after confirmation; lists what still links to it. With items, its id has to be typed. */
export function DeleteTemplate({ instanceId, onDeleted }: DeleteTemplateProps) {
  const editor = useEditor();
  const { id, label } = useAtomValue(editor.base).draft;
  const request = useRequest();
  const queries = useQueryClient();
  const mayRestore = useRefusal(restores.apply) === null;
  const mayRestoreTemplates = useRefusal(restoreTemplates) === null;
  const canUndo = mayRestore && mayRestoreTemplates;
  const { mutateAsync, reset, error, forget } = useDeleteTemplate(instanceId, id, { label, canUndo });
  const afterUnmount = useAfterUnmount();
  const [question, setQuestion] = useState<Question>({ items: 0 });
  const [isAsking, setAsking] = useState(false);
  const [isCounting, setCounting] = useState(false);
  // Found out before the question is shown, which depends on it. Without an answer, the server still refuses what it must not do.
  const ask = async () => {
    if (isCounting) return;
    setCounting(true);
    const now = { staleTime: 0, retry: false } as const;
    const [list, links] = await Promise.all([
      queries.fetchQuery({ ...templateQueries.list(request, instanceId), ...now }).catch(() => undefined),
      queries.fetchQuery({ ...templateQueries.uses(request, instanceId, id), ...now }).catch(() => undefined),
    ]);
    setCounting(false);
    reset();
    setQuestion({
      items: list?.templates.find((template) => template.id === id)?.item_count,
      links: links && links.count > 0 ? links : undefined,
    });
    setAsking(true);
  };
  const remove = async () => {
    await mutateAsync();
    afterUnmount(forget);
    onDeleted();
  };
  const { links } = question;
  const isPlain = question.items === 0 || links !== undefined;
  const close = () => setAsking(false);
  return (
    <Can do={templates.delete}>
      <BusyButton leftSection={<IconTrash size={16} aria-hidden />} isBusy={isCounting} onClick={() => void ask()}>
        Delete template
      </BusyButton>
      <ConfirmDialog
        opened={isAsking && isPlain}
        title="Delete template"
        message={
          <Stack gap="xs">
            {links ? (
              <PlaceList
                {...links}
                title={`“${label}” (${id}) cannot be deleted: deleting it would break these links. Remove them first.`}
              />
            ) : (
              <>
                <Text>
                  Are you sure you want to delete “{label}” ({id})?
                </Text>
                <LinkedPlaces error={error} />
              </>
            )}
          </Stack>
        }
        isBlocked={links !== undefined}
        confirmLabel="Yes, delete template"
        cancelLabel="No, keep template"
        danger
        onCancel={close}
        onConfirm={remove}
      />
      <DeleteWithItemsDialog
        opened={isAsking && !isPlain}
        onClose={close}
        template={{ id, label }}
        items={question.items}
        onDelete={remove}
        note={`Both can be restored from the trash for ${trashDays} days.`}
      />
    </Can>
  );
}
