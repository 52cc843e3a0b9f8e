import { memo, useCallback, useMemo, useRef } from 'react';
import { useWindow } from '../../../shared/table/use-window.ts';
import { virtual } from '../../../shared/table/virtual.ts';
import { CopyButton } from '../../../shared/ui/copy/copy-button.tsx';
import { jsonTokens } from './json-tokens.ts';
import classes from './json-view.module.css';

interface JsonViewProps {
  json: string;
  label: string;
  /** Newer text is loading. */
  isStale: boolean;
}

/** In pixels, as in the stylesheet. */
const lineHeight = 20;

/** With more lines than this, only the visible ones are rendered. */
const alwaysRendered = 200;

/** Shows JSON of any length, to read and to copy. */
export function JsonView({ json, label, isStale }: JsonViewProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => json.split('\n'), [json]);
  const { start, end, before, after } = useWindow({
    count: lines.length,
    renderAllUpTo: alwaysRendered,
    size: useCallback(() => lineHeight, []),
    itemKey: useCallback((index) => index, []),
    viewport,
    covered: 0,
    virtual,
  });
  return (
    <div className={classes.box}>
      <div className={classes.copy}>
        <CopyButton value={json} label="JSON" />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a region because it scrolls in both directions */}
      <div
        ref={viewport}
        className={classes.viewport}
        role="region"
        aria-label={label}
        aria-busy={isStale}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
      >
        <pre className={classes.text} style={{ paddingBlock: `${before}px ${after}px` }}>
          {lines.slice(start, end).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number
            <Line key={start + index} text={line} isLast={start + index === lines.length - 1} />
          ))}
        </pre>
      </div>
    </div>
  );
}

const Line = memo(function Line({ text, isLast }: { text: string; isLast: boolean }) {
  return (
    <code className={classes.line}>
      {jsonTokens(text).map(({ kind, text: piece }, index) =>
        kind === 'plain' ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other identity
          <span key={index} data-kind={kind}>
            {piece}
          </span>
        ),
      )}
      {!isLast && '\n'}
    </code>
  );
});
