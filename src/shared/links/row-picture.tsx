import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { ItemImage } from '../images/item-image.tsx';
import { useLinkImage } from './link-labels.tsx';
import classes from './links.module.css';

interface RowPictureProps {
  /** Null without one, undefined until it is known. */
  image: string | null | undefined;
  /** The label of the item, whose first letter stands where there is no picture. */
  label: string;
}

/** The picture of an item in a row, before its label; labels stay in line without one. */
export const RowPicture = ({ image, label }: RowPictureProps) => (
  <span className={classes.rowPicture} data-initial={image === null ? initialOf(label) : undefined} aria-hidden>
    {image != null && <ItemImage value={image} alt="" />}
  </span>
);

/** The same by the id of the image that the item links to. */
export function LinkedRowPicture({ id, label }: { id: unknown; label: string }) {
  const isLinked = isItemId(id);
  const image = useLinkImage(imageTemplate.id, isLinked ? id : 0);
  return <RowPicture image={isLinked ? image : null} label={label} />;
}

const initialOf = (label: string): string | undefined => [...label.trim()][0]?.toUpperCase();
