import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { findMarked } from '@quartermaster/contract/rules/marked-fields.ts';
import { ItemImage } from '../../../shared/images/item-image.tsx';
import { useLinkImage } from '../../../shared/links/link-labels.tsx';
import classes from './item-form.module.css';

interface HeadPictureProps {
  templateId: string;
  tree: readonly TreeNode[];
  values: ItemValues;
}

/** The picture in the header of an item: of its picture field, or the image that it is; nothing for templates without pictures. */
export function HeadPicture({ templateId, tree, values }: HeadPictureProps) {
  const field = findMarked(
    leavesOf(tree).map((leaf) => leaf.field),
    'picture',
  );
  const link = field && values[field.id];
  const linked = useLinkImage(imageTemplate.id, isItemId(link) ? link : 0);
  const isImage = templateId === imageTemplate.id;
  if (!isImage && !field) return null;
  const image = isImage ? values[imageTemplate.fieldId] : linked;
  return (
    <span className={classes.picture}>
      {typeof image === 'string' && image !== '' && <ItemImage value={image} alt="" size="card" />}
    </span>
  );
}
