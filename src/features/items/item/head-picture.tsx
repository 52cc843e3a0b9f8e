import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { useMemo } from 'react';
import { ItemImage } from '../../../shared/images/item-image.tsx';
import { pictureField, usePicturePath } from '../../../shared/links/item-picture.ts';
import classes from './item-form.module.css';

interface HeadPictureProps {
  tree: readonly TreeNode[];
  values: ItemValues;
}

/** The picture in the header of an item; nothing for templates without pictures. */
export function HeadPicture({ tree, values }: HeadPictureProps) {
  const field = useMemo(() => pictureField(leavesOf(tree).map((leaf) => leaf.field)), [tree]);
  const path = usePicturePath(field, field && values[field.id]);
  if (!field) return null;
  return <span className={classes.picture}>{path !== undefined && <ItemImage value={path} alt="" size="card" />}</span>;
}
