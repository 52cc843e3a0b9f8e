import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { ItemImage } from '../images/item-image.tsx';
import classes from './links.module.css';

interface LinkThumbnailProps {
  /** The template of the linked item: the space of an image's picture is reserved from the start. */
  templateId?: string;
  image: string | undefined;
  /** True if the space is reserved for other items, too. */
  isReserved?: boolean;
}

/** The picture of a linked item, as high as a line; nothing for items without one. The label next to it names the item. */
export function LinkThumbnail({ templateId, image, isReserved = false }: LinkThumbnailProps) {
  if (image !== undefined) return <ItemImage value={image} alt="" className={classes.thumbnail} />;
  return isReserved || templateId === imageTemplate.id ? <span className={classes.thumbnail} /> : null;
}
