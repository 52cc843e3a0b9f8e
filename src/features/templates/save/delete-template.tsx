import { Button, Stack, Text } from '@mantine/core';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { useDeleteTemplate } from '../../../shared/data/save-template.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { LinkedPlaces } from '../../../shared/links/linked-places.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { useAfterUnmount } from '../../../shared/ui/hooks/use-after-unmount.ts';
import { useEditor } from '../model/editor-context.ts';

/** Deletes the template with its items after confirmation; lists what still links to it. */
export function DeleteTemplate({ instanceId, onDeleted }: { instanceId: number; onDeleted: () => void }) {
  const editor = useEditor();
  const { id, label } = useAtomValue(editor.base).draft;
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, reset, error, forget } = useDeleteTemplate(instanceId, id);
  const afterUnmount = useAfterUnmount();
  const list = useQuery({ ...templateQueries.list(useRequest(), instanceId), enabled: isAsking });
  const items = list.data?.templates.find((template) => template.id === id)?.item_count;
  const ask = () => {
    reset();
    setAsking(true);
  };
  const remove = async () => {
    await mutateAsync();
    afterUnmount(forget);
    onDeleted();
  };
  return (
    <Can do={templates.delete}>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask}>
        Delete template
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Delete template"
        message={
          <Stack gap="xs">
            <Text>
              Are you sure you want to delete “{label}” ({id})
              {items === undefined ? ' with all its items' : items > 0 && ` with its ${count(items, 'item')}`}?
            </Text>
            <LinkedPlaces error={error} />
          </Stack>
        }
        confirmLabel="Yes, delete template"
        cancelLabel="No, keep template"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={remove}
      />
    </Can>
  );
}
