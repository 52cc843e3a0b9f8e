import { useContentInstanceId } from '../access/content-instance.ts';
import { PlainLink } from '../ui/plain-link.tsx';
import { useLinkImage, useLinkLabel } from './link-labels.tsx';
import { LinkThumbnail } from './link-thumbnail.tsx';
import classes from './links.module.css';

/** The path of an item's page. */
export const itemPath = (instanceId: number, templateId: string, id: number): string =>
  `/instance/${instanceId}/templates/${templateId}/items/${id}/edit`;

/** A link to an item, with its label (or its id until the label is loaded). */
export function LinkChip({ templateId, id }: { templateId: string; id: number }) {
  const label = useLinkLabel(templateId, id);
  const image = useLinkImage(templateId, id);
  return (
    <PlainLink
      className={classes.chip}
      to={itemPath(useContentInstanceId(), templateId, id)}
      title={label === undefined ? undefined : `${label} #${id}`}
      data-id-only={label === undefined || undefined}
    >
      <LinkThumbnail image={image} />
      {label ?? `#${id}`}
    </PlainLink>
  );
}
