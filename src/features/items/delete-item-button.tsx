import { Button, Stack, Text } from '@mantine/core';
import { type Item, items } from '@quartermaster/contract/endpoints/items.ts';
import { trash } from '@quartermaster/contract/endpoints/trash.ts';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Can } from '../../shared/access/can.tsx';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { useDeleteItem } from '../../shared/data/delete-item.ts';
import { isRefusal } from '../../shared/http/http-error.ts';
import { LinkedPlaces } from '../../shared/links/linked-places.tsx';
import { ConfirmDialog } from '../../shared/ui/dialog/confirm-dialog.tsx';
import { useNavigateIfMounted } from '../../shared/ui/page/use-navigate-if-mounted.ts';
import compact from './item/compact-button.module.css';

interface DeleteItemButtonProps {
  instanceId: number;
  item: Item;
  back: string;
  /** Disables the guard for unsaved changes. */
  release: () => void;
}

/** Deletes an item after confirmation; lists the items that still link to it. */
export function DeleteItemButton({ instanceId, item, back, release }: DeleteItemButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const navigateIfMounted = useNavigateIfMounted();
  const canUndo = useRefusal(trash.restore) === null;
  const { mutateAsync, reset, error } = useDeleteItem(instanceId, item.template_id, { canUndo });
  const name = `“${item.header.internal_label}” (#${item.id})`;
  const ask = () => {
    reset();
    setAsking(true);
  };
  const remove = async () => {
    await mutateAsync(item.id);
    release();
    await navigateIfMounted(back);
  };
  return (
    <Can do={items.delete}>
      <Button
        variant="default"
        classNames={{ root: compact.root ?? '', section: compact.section ?? '' }}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={ask}
      >
        <span className={compact.word}>Delete item</span>
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Delete item"
        message={
          <Stack gap="xs">
            {!isRefusal(error) && <Text>Are you sure you want to delete {name}?</Text>}
            <LinkedPlaces error={error} />
          </Stack>
        }
        confirmLabel="Yes, delete item"
        cancelLabel="No, keep item"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={remove}
      />
    </Can>
  );
}
