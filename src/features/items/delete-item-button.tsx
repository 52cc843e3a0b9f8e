import { ActionIcon, Loader, Stack, Text } from '@mantine/core';
import { type Item, items } from '@quartermaster/contract/endpoints/items.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Can } from '../../shared/access/can.tsx';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { useDeleteItem } from '../../shared/data/delete-item.ts';
import { itemQueries } from '../../shared/data/items.ts';
import { isRefusal } from '../../shared/http/http-error.ts';
import { LinkedPlaces, linksOf, PlaceList } from '../../shared/links/linked-places.tsx';
import { useRequest } from '../../shared/services/request.ts';
import { ConfirmDialog } from '../../shared/ui/dialog/confirm-dialog.tsx';
import { IconTrash } from '../../shared/ui/icons/trash.ts';
import { useNavigateIfMounted } from '../../shared/ui/page/use-navigate-if-mounted.ts';
import { ReplaceLinks } from './uses/replace-links.tsx';

interface DeleteItemButtonProps {
  instanceId: number;
  item: Item;
  back: string;
  /** Disables the guard for unsaved changes. */
  release: () => void;
}

/** Deletes an item after confirmation, unless other items link to it: these are listed. */
export function DeleteItemButton({ instanceId, item, back, release }: DeleteItemButtonProps) {
  const { template_id: templateId, id } = item;
  const label = item.header.internal_label;
  const navigateIfMounted = useNavigateIfMounted();
  const canUndo = useRefusal(restores.apply) === null;
  const { mutateAsync, reset, error } = useDeleteItem(instanceId, templateId, { canUndo });
  const { links, isChecking, isAsking, ask, close } = useLinksFirst({ instanceId, templateId, id }, reset);
  const name = `“${label}” (#${id})`;
  const remove = async () => {
    await mutateAsync({ id, label });
    release();
    await navigateIfMounted(back);
  };
  return (
    <Can do={items.delete}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="input-sm"
        aria-label="Delete item"
        title="Delete item"
        aria-busy={isChecking}
        onClick={() => void ask()}
      >
        {isChecking ? <Loader size={14} aria-hidden /> : <IconTrash size={18} />}
      </ActionIcon>
      <ConfirmDialog
        opened={isAsking}
        title="Delete item"
        message={
          <Stack gap="xs">
            {links ? (
              <>
                <PlaceList
                  {...links}
                  title={`${name} cannot be deleted: deleting it would break these links. Remove them first.`}
                />
                <ReplaceLinks instanceId={instanceId} templateId={templateId} id={id} onReplaced={() => void ask()} />
              </>
            ) : (
              <>
                {!isRefusal(error) && <Text>Are you sure you want to delete {name}?</Text>}
                <LinkedPlaces error={error} />
              </>
            )}
          </Stack>
        }
        isBlocked={links !== undefined}
        confirmLabel="Yes, delete item"
        cancelLabel="No, keep item"
        danger
        onCancel={close}
        onConfirm={remove}
      />
    </Can>
  );
}

/** Looks for the items that link to an item before it asks whether to delete it. */
function useLinksFirst(item: { instanceId: number; templateId: string; id: number }, onAsk: () => void) {
  const request = useRequest();
  const queries = useQueryClient();
  const [links, setLinks] = useState<ReturnType<typeof linksOf>>();
  const [isAsking, setAsking] = useState(false);
  const [isChecking, setChecking] = useState(false);
  return {
    links,
    isAsking,
    isChecking,
    close: () => setAsking(false),
    ask: async () => {
      if (isChecking) return;
      setChecking(true);
      const uses = itemQueries.uses(request, item.instanceId, item.templateId, item.id);
      // Without them the server still refuses it.
      const found = await queries.fetchInfiniteQuery({ ...uses, staleTime: 0, retry: false }).catch(() => undefined);
      setChecking(false);
      onAsk();
      const [page] = found?.pages ?? [];
      setLinks(page && linksOf(page, item));
      setAsking(true);
    },
  };
}
