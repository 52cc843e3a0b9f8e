import { ItemImage } from '../images/item-image.tsx';
import classes from './links.module.css';

/** The picture of a linked image, as high as a line; nothing for other items. The label beside it says what it is. */
export const LinkThumbnail = ({ image }: { image: string | undefined }) =>
  image === undefined ? null : <ItemImage value={image} alt="" className={classes.thumbnail} />;
