import { CloseButton, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { ItemImage } from '../images/item-image.tsx';
import { useServices } from '../services/services.ts';
import { commonKeys } from '../ui/actions/keys.ts';
import { usePageAction } from '../ui/actions/page-actions.ts';
import { useNarrow } from '../ui/hooks/use-narrow.ts';
import { Delayed } from '../ui/lazy/delayed.tsx';
import { ErrorState } from '../ui/page/error-state.tsx';
import classes from './diff.module.css';

interface DiffPanelProps {
  title: string;
  /** Shown after the title. */
  id?: string;
  /** The picture of the item, if it has one. */
  image?: string | null | undefined;
  /** The kind of change. */
  mark: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A change next to the list, or over it if there is no room next to it. */
export function DiffPanel({ title, id, image, mark, onClose, children }: DiffPanelProps) {
  const { root } = useServices();
  const isNarrow = useNarrow(root);
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Next to the list, the focus stays in the list, so that the arrow keys continue to work; over it, the focus would be hidden.
  useEffect(() => {
    if (isNarrow) heading.current?.focus();
  }, [isNarrow]);
  const close = () => {
    const list = panel.current?.parentElement?.querySelector('[role="region"]');
    const hasFocus = panel.current?.contains(document.activeElement);
    onClose();
    // The focused element unmounts with the panel.
    if (hasFocus) list?.querySelector<HTMLElement>('[data-place][tabindex="0"]')?.focus();
  };
  usePageAction({ label: 'Close the change', keys: commonKeys.close }, close);
  return (
    <aside ref={panel} className={classes.panel} aria-label={`Change of ${title}`}>
      <header className={classes.head}>
        {image != null && (
          <span className={classes.picture}>
            <ItemImage value={image} alt="" />
          </span>
        )}
        <h2 ref={heading} tabIndex={-1} className={classes.title} title={title} aria-live="polite">
          {title}
        </h2>
        {id && <span className={classes.id}>{id}</span>}
        {mark}
        <CloseButton
          className={classes.close ?? ''}
          aria-label="Close the change"
          title="Close (Esc)"
          onClick={close}
        />
      </header>
      <div className={classes.body}>{children}</div>
    </aside>
  );
}

/** The content of the panel while its change is loading, or cannot be loaded. */
export const DiffState = ({ error, retry }: { error: Error | null; retry: () => void }) =>
  error ? (
    <ErrorState error={error} title="The change could not be loaded" retry={retry} />
  ) : (
    <Delayed>
      <Stack gap="md" aria-hidden>
        <Skeleton height={48} />
        <Skeleton height={48} />
        <Skeleton height={48} />
      </Stack>
    </Delayed>
  );
