import { ItemImage } from '../../images/item-image.tsx';
import { IconPhoto } from '../../ui/icons/photo.ts';
import type { FieldTypeView } from '../field-type-view.ts';
import classes from './image.module.css';

/** A thumbnail. */
export const image: FieldTypeView<'image'> = {
  icon: IconPhoto,
  color: 'grape',
  width: 96,
  isWide: 'always',
  cell: (value) =>
    typeof value === 'string' ? <ItemImage value={value} className={classes.thumbnail} alt="" size="card" /> : null,
};
