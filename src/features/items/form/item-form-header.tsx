import { Badge } from '@mantine/core';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { keyFieldOf } from '@quartermaster/contract/sheets/system-columns.ts';
import type { ReactNode } from 'react';
import { CommentsButton } from '../../../shared/comments/comments-button.tsx';
import { treeOf } from '../../../shared/data/templates.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { AsideButton } from '../aside/aside-button.tsx';
import type { ItemAside } from '../aside/use-item-aside.ts';
import type { ItemComments } from '../comments/use-item-comments.ts';
import { HeadPicture } from '../item/head-picture.tsx';
import type { DraftBase } from '../item/item-draft.ts';
import classes from '../item/item-form.module.css';
import type { ItemPresenceProps } from '../presence/item-presence.tsx';
import type { NextStateProps } from './next-state.tsx';
import { SaveButtons, type SaveButtonsProps } from './save/save-buttons.tsx';

const NextState = lazyPart<NextStateProps>(() => import('./next-state.tsx').then((m) => m.NextState), {
  isQuiet: true,
  Fallback: () => null,
});

const ItemPresence = lazyPart<ItemPresenceProps>(
  () => import('../presence/item-presence.tsx').then((m) => m.ItemPresence),
  { isQuiet: true, Fallback: () => null },
);

interface ItemFormHeaderProps extends Omit<ItemPresenceProps, 'item'> {
  template: Template;
  /** Undefined for a new item. */
  item: NextStateProps | undefined;
  /** The saved state, of which the header has the label and the picture; undefined for a new item. */
  saved: DraftBase | undefined;
  title: string;
  back: string;
  /** Why the form does not save by itself. */
  mode: 'proposal' | 'read only' | 'deleted' | undefined;
  aside: ItemAside;
  comments: ItemComments;
  /** Undefined for users who cannot save. */
  saving: SaveButtonsProps | undefined;
  /** True while the bar has the buttons that save, or there is nothing to save to. */
  isDirty: boolean;
  /** Further actions. */
  children: ReactNode;
}

/** What item a form is about, and what can be done with it. */
export function ItemFormHeader(props: ItemFormHeaderProps) {
  const { template, item, saved, title, back, mode, aside, comments, saving, isDirty, children, ...editing } = props;
  const tree = treeOf(template);
  const keyField = keyFieldOf(tree);
  const key = keyField && saved?.values[keyField.id];
  return (
    <div className={classes.head} data-item={saved !== undefined || undefined}>
      <PageHeader
        title={title}
        {...(saved && {
          name: <span title={saved.label}>{saved.label}</span>,
          picture: <HeadPicture tree={tree} values={saved.values} />,
        })}
        back={{ label: template.header.label, to: back }}
        nextToTitle={
          <>
            {typeof key === 'string' && (
              <code className={classes.key} title="Key">
                {key}
              </code>
            )}
            {mode && (
              <Badge
                variant="default"
                {...(mode === 'deleted' && { color: 'red', variant: 'light', title: texts.itemDeleted })}
                radius="sm"
                tt="none"
              >
                {mode}
              </Badge>
            )}
            {item && <NextState {...item} />}
            {item && <ItemPresence item={item} {...editing} />}
          </>
        }
        actions={
          <>
            {comments.canOpen && (
              <CommentsButton
                {...comments}
                onToggle={() => (comments.isOpen ? comments.close() : comments.open(null))}
              />
            )}
            <AsideButton {...aside} />
            {children}
            {saving && (
              // Their room stays while the bar has them, so that the other buttons stay where they are.
              <div inert={isDirty} style={{ visibility: isDirty ? 'hidden' : 'visible' }}>
                <SaveButtons {...saving} isQuiet={item !== undefined} />
              </div>
            )}
          </>
        }
      />
    </div>
  );
}
