import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import type { SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import { IconListDetails } from '@tabler/icons-react';
import { LinkChip } from '../../links/link-chip.tsx';
import type { FieldTypeView } from '../field-type-view.ts';
import classes from './link.module.css';
import { LinkFilterInput, LinkFilterText } from './link-filter.tsx';

/** How many links a cell shows; the rest is only counted. */
const shownLinks = 5;

function linkList(value: unknown, settings: SettingsOf<'item-link-list'>) {
  const ids = Array.isArray(value) ? value.filter(isItemId) : [];
  const more = ids.length - shownLinks;
  return (
    <span className={classes.chips}>
      {ids.slice(0, shownLinks).map((id, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same item may occur twice, and the order is part of the value
        <LinkChip key={place} templateId={settings.templateId} id={id} />
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </span>
  );
}

/** The labels of the linked items, in order. */
export const itemLinkList: FieldTypeView<'item-link-list'> = {
  icon: IconListDetails,
  color: 'pink',
  width: 280,
  isWide: true,
  cell: linkList,
  FilterInput: LinkFilterInput,
  FilterText: LinkFilterText,
};
