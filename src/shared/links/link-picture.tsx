import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { ItemImage } from '../images/item-image.tsx';
import { ItemLink } from './item-link.tsx';
import { useLinkImage, useLinkLabel } from './link-labels.tsx';

interface LinkPictureProps {
  /** The id of an item that is an image. */
  id: number;
  /** Of the picture, or of the space that it will take. */
  className: string | undefined;
}

/** A link to an image by its picture; its label is the tooltip and the text for screen readers. */
export function LinkPicture({ id, className }: LinkPictureProps) {
  const label = useLinkLabel(imageTemplate.id, id);
  const image = useLinkImage(imageTemplate.id, id);
  const name = label ?? `#${id}`;
  return (
    <ItemLink templateId={imageTemplate.id} id={id} title={name} {...(image === undefined && { 'aria-label': name })}>
      {image === undefined ? (
        <span className={className} />
      ) : (
        <ItemImage value={image} alt={name} className={className} />
      )}
    </ItemLink>
  );
}
