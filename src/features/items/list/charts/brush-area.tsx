import { useState } from 'react';
import { shareOf, valueAt } from '../../../../shared/charts/plot-range.ts';
import classes from './charts.module.css';
import { insetOf, isInRect, type PlotRect, type PlotSpot } from './plot-rect.ts';
import { type PlotMark, useBrushKeys } from './use-brush-keys.ts';
import { useBrushPointer } from './use-brush-pointer.ts';

interface BrushAreaProps {
  /** Describes the chart for screen readers. */
  label: string;
  marks: readonly PlotMark[];
  within: PlotRect;
  /** The brush that the list is filtered by. */
  brush: PlotRect | undefined;
  canBrush: boolean;
  /** As in {@link useBrushKeys}. */
  step?: number | undefined;
  /** A brush as it will be, with whole numbers or bins. */
  snap: (rect: PlotRect) => PlotRect;
  textOf: (rect: PlotRect) => string;
  /** Called with another brush as it is drawn, for the marks in it. */
  onDraft: (rect: PlotRect | undefined) => void;
  onBrush: (rect: PlotRect | undefined) => void;
  /** Called with the index of a mark that is pressed. */
  onChoose: (index: number) => void;
}

/** Pixels between a pointer and the point that it is at. */
const reach = 14;

/** What lies over a plot: the brush, the text of the mark in use, and the keys and drags for both. */
export function BrushArea(props: BrushAreaProps) {
  const { label, marks, within, brush, canBrush, step, snap, textOf, onDraft, onBrush, onChoose } = props;
  const [draft, setDraft] = useState<PlotRect>();
  const [hovered, setHovered] = useState<number>();
  const current = draft ?? brush;
  const changeDraft = (rect: PlotRect | undefined) => {
    setDraft(rect);
    onDraft(rect && snap(rect));
  };
  const settle = () => {
    if (draft) onBrush(snap(draft));
    changeDraft(undefined);
  };
  const keys = useBrushKeys({
    marks,
    within,
    brush: current,
    step,
    canBrush,
    onDraft: changeDraft,
    onSettle: settle,
    onClear: () => {
      changeDraft(undefined);
      onBrush(undefined);
    },
    onChoose,
  });
  const pointer = useBrushPointer({
    within,
    brush: current,
    canBrush,
    onDraft: (rect) => {
      setHovered(undefined);
      changeDraft(rect);
    },
    onSettle: settle,
    onDrop: () => changeDraft(undefined),
    onHover: (spot, box) => setHovered(spot && nearest(marks, within, spot, box)),
    onPress: (spot, box) => {
      const index = nearest(marks, within, spot, box);
      keys.setActive(undefined);
      if (index !== undefined) onChoose(index);
      else if (brush && !isInRect(brush, valueAtSpot(spot, within))) onBrush(undefined);
    },
  });
  const isActive = hovered === undefined && !current;
  const mark = marks[hovered ?? (isActive ? (keys.active ?? -1) : -1)];
  return (
    <div
      className={classes.area}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-roledescription="chart"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, marks.length)}
      aria-valuenow={(keys.active ?? 0) + 1}
      aria-valuetext={
        current ? textOf(snap(current)) : (mark?.text ?? `${marks.length} values; the arrow keys move between them`)
      }
      data-points={hovered !== undefined || undefined}
      onKeyDown={keys.onKeyDown}
      onKeyUp={keys.onKeyUp}
      onBlur={settle}
      {...pointer}
    >
      {current && (
        <div
          className={classes.brush}
          style={{ inset: insetOf(snap(current), within) }}
          data-high={!within.y || !current.y || shareOf(within.y, current.y.max) > 0.9 || undefined}
          data-end={shareOf(within.x, current.x.min) > 0.6 || undefined}
        >
          <span className={classes.brushText}>{textOf(snap(current))}</span>
        </div>
      )}
      {mark && <MarkText mark={mark} within={within} />}
    </div>
  );
}

/** Next to the mark, on the side with more room. */
function MarkText({ mark, within }: { mark: PlotMark; within: PlotRect }) {
  const x = shareOf(within.x, mark.x.min / 2 + mark.x.max / 2);
  const y = mark.y && within.y ? shareOf(within.y, mark.y.min) : 1;
  return (
    <>
      {mark.y && <i className={classes.ring} style={{ left: `${x * 100}%`, bottom: `${y * 100}%` }} />}
      <span
        className={classes.markText}
        style={{
          ...(x > 0.5 ? { right: `${(1 - x) * 100}%` } : { left: `${x * 100}%` }),
          ...(y > 0.5 ? { top: `${(1 - y) * 100}%` } : { bottom: `${y * 100}%` }),
        }}
      >
        {mark.text}
      </span>
    </>
  );
}

const valueAtSpot = (spot: PlotSpot, { x, y }: PlotRect) => ({
  x: valueAt(x, spot.x),
  y: y ? valueAt(y, spot.y) : 0,
});

/** The mark at a place: the range that it is in, or the nearest point. */
function nearest(marks: readonly PlotMark[], within: PlotRect, spot: PlotSpot, box: DOMRect): number | undefined {
  if (!within.y) {
    const index = marks.findIndex(({ x }) => isInRect({ x }, valueAtSpot(spot, within)));
    return index < 0 ? undefined : index;
  }
  let best: number | undefined;
  let distance = reach;
  for (const [index, { x, y }] of marks.entries()) {
    if (!y) continue;
    const away = Math.hypot(
      (shareOf(within.x, x.min) - spot.x) * box.width,
      (shareOf(within.y, y.min) - spot.y) * box.height,
    );
    if (away <= distance) [best, distance] = [index, away];
  }
  return best;
}
