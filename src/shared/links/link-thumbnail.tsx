import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { ItemImage } from '../images/item-image.tsx';
import classes from './links.module.css';

interface LinkThumbnailProps {
  /** The template of the linked item: the space of an image's picture is reserved from the start. */
  templateId?: string;
  image: string | undefined;
}

/** The picture of a linked image, as high as a line; nothing for other items. The label next to it names the image. */
export function LinkThumbnail({ templateId, image }: LinkThumbnailProps) {
  if (image !== undefined) return <ItemImage value={image} alt="" className={classes.thumbnail} />;
  return templateId === imageTemplate.id ? <span className={classes.thumbnail} /> : null;
}
