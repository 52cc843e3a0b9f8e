import { ActionIcon } from '@mantine/core';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { ItemLink } from '../../links/item-link.tsx';
import { ItemPicker } from '../../links/item-picker.tsx';
import { useLinkImage, useLinkLabel } from '../../links/link-labels.tsx';
import { LinkThumbnail } from '../../links/link-thumbnail.tsx';
import links from '../../links/links.module.css';
import { useOpenInPanel } from '../../links/open-in-panel.ts';
import type { FieldInput } from '../field-type-view.ts';
import classes from './link.module.css';

/** Selects any number of items, in order, with duplicates; the list stays open for the next selection. */
export const ItemLinkListInput: FieldInput<'item-link-list'> = (props) => {
  const { settings, label, value, onChange, onBlur, error } = props;
  const ids = Array.isArray(value) ? value.filter(isItemId) : [];
  const move = (from: number, to: number) => {
    const moved = ids[from];
    if (moved !== undefined) onChange(ids.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <div className={classes.links}>
      <ItemPicker
        templateId={settings.templateId}
        value={null}
        staysOpen
        canUpload
        onPick={({ id }) => onChange([...ids, id])}
        onBlur={onBlur}
        label={label}
        withAsterisk={settings.required}
        error={error}
        placeholder="Add by label or id"
      />
      {ids.length > 0 && (
        <ol className={classes.picked}>
          {ids.map((id, place) => (
            <PickedItem
              // biome-ignore lint/suspicious/noArrayIndexKey: the same item may occur twice, and the order is part of the value
              key={place}
              templateId={settings.templateId}
              id={id}
              onUp={place > 0 ? () => move(place, place - 1) : undefined}
              onDown={place < ids.length - 1 ? () => move(place, place + 1) : undefined}
              onRemove={() => onChange(ids.toSpliced(place, 1))}
            />
          ))}
        </ol>
      )}
    </div>
  );
};

interface PickedItemProps {
  templateId: string;
  id: number;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}

function PickedItem({ templateId, id, onUp, onDown, onRemove }: PickedItemProps) {
  const label = useLinkLabel(templateId, id);
  const image = useLinkImage(templateId, id);
  const name = label ?? `#${id}`;
  const canOpen = useOpenInPanel() !== null;
  const button = { variant: 'subtle', color: 'gray', size: 'sm' } as const;
  return (
    <li className={classes.pickedItem}>
      <LinkThumbnail templateId={templateId} image={image} />
      <span className={links.optionLabel} title={name}>
        {canOpen ? (
          <ItemLink templateId={templateId} id={id} className={links.opened}>
            {name}
          </ItemLink>
        ) : (
          name
        )}
      </span>
      <span className={links.optionId}>#{id}</span>
      <ActionIcon {...button} disabled={!onUp} onClick={onUp} aria-label={`Move ${name} up`}>
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon {...button} disabled={!onDown} onClick={onDown} aria-label={`Move ${name} down`}>
        <IconArrowDown size={14} />
      </ActionIcon>
      <ActionIcon {...button} onClick={onRemove} aria-label={`Remove ${name}`}>
        <IconX size={14} />
      </ActionIcon>
    </li>
  );
}
