import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { ItemImage } from '../images/item-image.tsx';
import { useLinkImage } from './link-labels.tsx';
import classes from './links.module.css';

/** The picture of an item in a row, before its label; an empty square without one, so that labels stay in line. */
export const RowPicture = ({ image }: { image: string | null | undefined }) => (
  <span className={classes.rowPicture}>{image != null && <ItemImage value={image} alt="" />}</span>
);

/** The same by the id of the image that the item links to. */
export const LinkedRowPicture = ({ id }: { id: unknown }) => (
  <RowPicture image={useLinkImage(imageTemplate.id, isItemId(id) ? id : 0)} />
);
