import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { ItemImage } from '../../../../shared/images/item-image.tsx';
import { usePicturePath } from '../../../../shared/links/item-picture.ts';
import type { ListedField } from '../item-columns.tsx';
import classes from './gallery.module.css';

interface CardPictureProps {
  /** Of images, or of links to images. */
  field: ListedField | undefined;
  value: unknown;
  /** The label of the item, whose initials stand where there is no picture. */
  label: string;
}

/** The picture of a card. */
export function CardPicture({ field, value, label }: CardPictureProps) {
  const path = usePicturePath(field, value);
  const isLoading = isItemId([value].flat()[0]);
  return (
    <div className={classes.picture}>
      {path !== undefined && <ItemImage value={path} alt="" size="card" />}
      {path === undefined && !isLoading && <span aria-hidden>{initialsOf(label)}</span>}
    </div>
  );
}

/** The first letters of the first two words. */
const initialsOf = (label: string): string =>
  label
    .split(/[\s_-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');
