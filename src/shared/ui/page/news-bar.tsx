import { Button } from '@mantine/core';
import { useRef } from 'react';
import { noTranslate } from '../no-translate.ts';
import classes from './news-bar.module.css';

interface NewsBarProps {
  /** What has changed and is not shown yet; empty for nothing. */
  news: string;
  /** What the button does: `Show` if omitted. */
  action?: string;
  onShow: () => void;
}

/** Says over the edge of what is read that something has changed, which moves nothing until it is shown. */
export function NewsBar({ news, action = 'Show', onShow }: NewsBarProps) {
  const slot = useRef<HTMLDivElement>(null);
  return (
    <div ref={slot} role="status" aria-label="Changes by others" tabIndex={-1} className={classes.slot}>
      {news !== '' && (
        <div className={classes.bar}>
          <span {...noTranslate(classes.text)}>{news}</span>
          <span aria-hidden>·</span>
          <Button
            size="compact-xs"
            h={24}
            variant="subtle"
            className={classes.action ?? ''}
            onClick={() => {
              // The button unmounts with the news.
              slot.current?.focus({ preventScroll: true });
              onShow();
            }}
          >
            {action}
          </Button>
        </div>
      )}
    </div>
  );
}
