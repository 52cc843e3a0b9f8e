import { memo, useCallback, useMemo, useRef } from 'react';
import { useWindow } from '../../../shared/table/use-window.ts';
import { CopyButton } from '../../../shared/ui/copy/copy-button.tsx';
import { jsonTokens } from './json-tokens.ts';
import classes from './json-view.module.css';

interface JsonViewProps {
  json: string;
  label: string;
  /** Another text is on its way. */
  isStale: boolean;
}

/** Pixels, as in the styles. */
const lineHeight = 20;

/** Beyond this only the lines in view are drawn. */
const drawnAtOnce = 200;

/** JSON to read and to copy, of any length. */
export function JsonView({ json, label, isStale }: JsonViewProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => json.split('\n'), [json]);
  const { start, end, before, after } = useWindow({
    count: lines.length,
    drawAllUpTo: drawnAtOnce,
    size: useCallback(() => lineHeight, []),
    itemKey: useCallback((index) => index, []),
    viewport,
    covered: 0,
  });
  return (
    <div className={classes.box}>
      <div className={classes.copy}>
        <CopyButton value={json} label="JSON" />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a region, as it scrolls in both directions */}
      <div
        ref={viewport}
        className={classes.viewport}
        role="region"
        aria-label={label}
        aria-busy={isStale}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
      >
        <pre className={classes.text} style={{ paddingBlock: `${before}px ${after}px` }}>
          {lines.slice(start, end).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is told apart by its place
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
      {jsonTokens(text).map(({ kind, text: piece }, place) =>
        kind === 'plain' ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have nothing else to tell them apart
          <span key={place} data-kind={kind}>
            {piece}
          </span>
        ),
      )}
      {!isLast && '\n'}
    </code>
  );
});
