import { ActionIcon } from '@mantine/core';
import type { RefObject } from 'react';
import { IconMessage } from '../ui/icons/message.ts';
import { texts } from '../ui/texts.ts';
import type { PlaceCount } from './comment-spot.ts';
import classes from './comments-button.module.css';

interface CommentsButtonProps {
  button?: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  /** Undefined while it is not known. */
  total: PlaceCount | undefined;
  onToggle: () => void;
}

/** Opens and closes comments; shows how many threads are open. */
export function CommentsButton({ button, isOpen, total, onToggle }: CommentsButtonProps) {
  const count = total?.open ?? 0;
  const about = `${count > 0 ? `, ${count} open` : ''}${total?.isUnread ? ', unread' : ''}`;
  return (
    <ActionIcon
      ref={button}
      className={classes.button ?? ''}
      variant="subtle"
      color="gray"
      size="input-sm"
      aria-label={texts.comments + about}
      title={texts.comments}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <IconMessage size={18} />
      {(count > 0 || total?.isUnread) && (
        <span className={classes.count} data-unread={total?.isUnread || undefined} aria-hidden>
          {count > 99 ? '99+' : count > 0 ? count : '•'}
        </span>
      )}
    </ActionIcon>
  );
}
