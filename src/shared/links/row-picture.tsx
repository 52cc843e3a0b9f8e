import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { ItemImage } from '../images/item-image.tsx';
import { useLinkImage } from './link-labels.tsx';
import classes from './links.module.css';

/** The picture of an item in a row, before its label; an empty square without one, so that labels stay in line. */
export function RowPicture({ id }: { id: unknown }) {
  const image = useLinkImage(imageTemplate.id, isItemId(id) ? id : 0);
  return <span className={classes.rowPicture}>{image !== undefined && <ItemImage value={image} alt="" />}</span>;
}
