import { isNewItemText } from '@quartermaster/contract/content/new-item-text.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import type { SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import { Fragment } from 'react';
import { linkOrName } from '../../links/link-chip.tsx';
import { LinkPicture } from '../../links/link-picture.tsx';
import { IconListDetails } from '../../ui/icons/list-details.ts';
import type { FieldTypeView } from '../field-type-view.ts';
import classes from './link.module.css';
import { LinkFilterInput, LinkFilterText } from './link-filter.tsx';

/** How many links a cell shows; the rest is only counted. */
const shownLinks = 5;
/** How many pictures a cell shows, and how many a page does. */
const shownPictures = 7;
const shownInGallery = 200;

const linkList = (value: unknown, { templateId }: SettingsOf<'item-link-list'>) =>
  templateId === imageTemplate.id ? pictures(value, shownPictures) : chips(value, templateId);

function chips(value: unknown, templateId: string) {
  const links = Array.isArray(value) ? value.filter((link) => isItemId(link) || isNewItemText(link)) : [];
  return (
    <span className={classes.chips}>
      {links.slice(0, shownLinks).map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same item may occur twice, and the order is part of the value
        <Fragment key={index}>{linkOrName(templateId, link)}</Fragment>
      ))}
      <More count={links.length - shownLinks} />
    </span>
  );
}

/** Linked images side by side, in the order of the list. */
function pictures(value: unknown, most: number) {
  const ids = idsOf(value);
  return (
    <span className={most === shownPictures ? classes.chips : classes.gallery}>
      {ids.slice(0, most).map((id, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same image may occur twice, and the order is part of the value
        <LinkPicture key={index} id={id} className={classes.picture} />
      ))}
      <More count={ids.length - most} />
    </span>
  );
}

const idsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isItemId) : []);

const More = ({ count }: { count: number }) => count > 0 && <span className={classes.more}>+{count}</span>;

/** The labels of the linked items, in order. */
export const itemLinkList: FieldTypeView<'item-link-list'> = {
  icon: IconListDetails,
  color: 'pink',
  width: 280,
  isWide: true,
  cell: linkList,
  full: (value, settings) =>
    settings.templateId === imageTemplate.id ? pictures(value, shownInGallery) : linkList(value, settings),
  FilterInput: LinkFilterInput,
  FilterText: LinkFilterText,
};
