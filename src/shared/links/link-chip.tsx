import { isNewItemText } from '@quartermaster/contract/content/new-item-text.ts';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import type { ReactNode } from 'react';
import { noTranslate } from '../ui/no-translate.ts';
import { ItemLink } from './item-link.tsx';
import { useLinkImage, useLinkLabel } from './link-labels.tsx';
import { LinkThumbnail } from './link-thumbnail.tsx';
import classes from './links.module.css';

/** A link to an item, with its label (or its id until the label is loaded). */
export function LinkChip({ templateId, id }: { templateId: string; id: number }) {
  const label = useLinkLabel(templateId, id);
  const image = useLinkImage(templateId, id);
  return (
    <ItemLink
      {...noTranslate(classes.chip)}
      templateId={templateId}
      id={id}
      title={label === undefined ? undefined : `${label} #${id}`}
      data-id-only={label === undefined || undefined}
    >
      <LinkThumbnail image={image} />
      {label ?? `#${id}`}
    </ItemLink>
  );
}

/** The name of an item that has no id yet, as in a proposal of several new items. */
export const nameOf = (value: unknown): ReactNode => (isNewItemText(value) ? value : null);

/** A link to an item, or the name of one that has no id yet. */
export const linkOrName = (templateId: string, value: unknown): ReactNode =>
  isItemId(value) ? <LinkChip templateId={templateId} id={value} /> : nameOf(value);
