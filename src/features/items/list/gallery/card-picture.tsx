import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { ItemImage } from '../../../../shared/images/item-image.tsx';
import { useLinkImage } from '../../../../shared/links/link-labels.tsx';
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
  const isImage = field?.settings.type === 'image';
  const [link] = [value].flat();
  const linked = useLinkImage(imageTemplate.id, !isImage && isItemId(link) ? link : 0);
  const path = isImage ? value : linked;
  const hasPicture = isImage ? value !== undefined && value !== null && value !== '' : isItemId(link);
  return (
    <div className={classes.picture}>
      {typeof path === 'string' && path !== '' && <ItemImage value={path} alt="" size="card" />}
      {!hasPicture && <span aria-hidden>{initialsOf(label)}</span>}
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
