import { Button, Stack, Text } from '@mantine/core';
import { type Item, items } from '@quartermaster/contract/items.ts';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useDeleteItem } from '../../shared/data/items.ts';
import { itemPath } from '../../shared/field-types/link-chip.tsx';
import { HttpError } from '../../shared/http/http-error.ts';
import { Can } from '../../shared/session/can.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import classes from './item-form.module.css';

interface DeleteItemButtonProps {
  instanceId: number;
  item: Item;
  back: string;
  /** Lets the page be left although something may be unsaved. */
  release: () => void;
}

/** Deletes an item after asking; tells the places that still link to it. */
export function DeleteItemButton({ instanceId, item, back, release }: DeleteItemButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { mutate, reset, isPending, error } = useDeleteItem(instanceId, item.template_id);
  const name = `“${item.header.internal_label}” (#${item.id})`;
  const links = linksOf(error);
  const ask = () => {
    reset();
    setAsking(true);
  };
  const remove = () =>
    mutate(item.id, {
      onSuccess: () => {
        release();
        navigate(back);
      },
    });
  return (
    <Can do={items.delete}>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask}>
        Delete item
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Delete item"
        message={
          <Stack gap="xs">
            <Text>Are you sure you want to delete {name}?</Text>
            {links.places.length > 0 && (
              <ul className={classes.places}>
                {links.places.map((place) => (
                  <li key={`${place.template_id}/${place.id}`}>
                    <Link to={itemPath(instanceId, place.template_id, place.id)}>{place.label}</Link> (
                    {place.template_id} #{place.id})
                  </li>
                ))}
                {links.count > links.places.length && <li>and {links.count - links.places.length} more</li>}
              </ul>
            )}
          </Stack>
        }
        confirmLabel="Yes, delete item"
        cancelLabel="No, keep item"
        danger
        isPending={isPending}
        error={error}
        onCancel={() => setAsking(false)}
        onConfirm={remove}
      />
    </Can>
  );
}

/** Where a refused delete is linked from: the first places, and how many there are. */
interface Links {
  places: { template_id: string; id: number; label: string }[];
  count: number;
}

function linksOf(error: unknown): Links {
  const details = error instanceof HttpError ? error.body.details : undefined;
  const isLinks = typeof details === 'object' && details !== null && 'places' in details;
  return isLinks ? (details as Links) : { places: [], count: 0 };
}
