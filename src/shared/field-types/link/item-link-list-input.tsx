import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { ItemLink } from '../../links/item-link.tsx';
import { useLinkImage, useLinkLabel } from '../../links/link-labels.tsx';
import { LinkThumbnail } from '../../links/link-thumbnail.tsx';
import links from '../../links/links.module.css';
import { useOpenInPanel } from '../../links/open-in-panel.ts';
import { UploadPicker } from '../../links/upload-picker.tsx';
import { EntryButtons } from '../../ui/entries/entry-buttons.tsx';
import { type Entries, useEntries } from '../../ui/entries/use-entries.ts';
import type { FieldInput } from '../field-type-view.ts';
import classes from './link.module.css';

/** Selects any number of items, in order, with duplicates; the list stays open for the next selection. */
export const ItemLinkListInput: FieldInput<'item-link-list'> = (props) => {
  const { settings, label, help, value, onChange, onBlur, error } = props;
  const ids = Array.isArray(value) ? value.filter(isItemId) : [];
  const list = useEntries(ids, onChange);
  const isGallery = settings.templateId === imageTemplate.id;
  return (
    <div ref={list.box} className={classes.links}>
      <UploadPicker
        templateId={settings.templateId}
        data-control="new"
        value={null}
        staysOpen
        onPick={({ id }) => onChange([...ids, id])}
        onBlur={onBlur}
        label={label}
        {...help}
        withAsterisk={settings.required}
        error={error}
        placeholder="Add by label or id"
      />
      {ids.length > 0 && (
        <ol className={isGallery ? classes.tiles : classes.picked}>
          {ids.map((id, index) => (
            <PickedItem
              // biome-ignore lint/suspicious/noArrayIndexKey: the same item may occur twice, and the order is part of the value
              key={index}
              templateId={settings.templateId}
              id={id}
              index={index}
              count={ids.length}
              entries={list}
              isTile={isGallery}
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
  index: number;
  count: number;
  entries: Entries;
  isTile: boolean;
}

function PickedItem({ templateId, id, isTile, ...entry }: PickedItemProps) {
  const label = useLinkLabel(templateId, id);
  const image = useLinkImage(templateId, id);
  const name = label ?? `#${id}`;
  const canOpen = useOpenInPanel() !== null;
  return (
    <li className={isTile ? classes.tile : classes.pickedItem}>
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
      {isTile ? (
        <span className={classes.tileButtons}>
          <EntryButtons name={name} {...entry} />
        </span>
      ) : (
        <EntryButtons name={name} {...entry} />
      )}
    </li>
  );
}
