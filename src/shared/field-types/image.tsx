import { IconPhoto } from '@tabler/icons-react';
import classes from './cells.module.css';
import type { FieldTypeView } from './field-type-view.ts';
import { ItemImage } from './item-image.tsx';

/** A thumbnail. */
export const image: FieldTypeView<'image'> = {
  icon: IconPhoto,
  color: 'grape',
  width: 96,
  isWide: true,
  Cell: ({ value }) =>
    typeof value === 'string' ? <ItemImage value={value} className={classes.thumbnail} alt="" /> : null,
};
