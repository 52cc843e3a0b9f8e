import { type PointerEvent, useRef } from 'react';
import { shareOf } from '../../../../shared/charts/plot-range.ts';
import { isInRect, type PlotRect, type PlotSpot, rectBetween, rectMoved } from './plot-rect.ts';

/** Pixels that a pointer moves before it drags, and around a corner that can be dragged. */
const least = 4;
const corner = 10;

interface BrushPointer {
  within: PlotRect;
  brush: PlotRect | undefined;
  canBrush: boolean;
  onDraft: (rect: PlotRect) => void;
  onSettle: () => void;
  /** Called when a drag ends that does not count. */
  onDrop: () => void;
  onHover: (spot: PlotSpot | undefined, box: DOMRect) => void;
  onPress: (spot: PlotSpot, box: DOMRect) => void;
}

interface Drag {
  start: PlotSpot;
  /** The corner that stays, or the brush that is moved. */
  from: PlotSpot | PlotRect;
  client: { x: number; y: number };
  hasMoved: boolean;
}

/** Drags of mouse, pen and finger: they draw a brush, move it, or drag its upper right corner. */
export function useBrushPointer({
  within,
  brush,
  canBrush,
  onDraft,
  onSettle,
  onDrop,
  onHover,
  onPress,
}: BrushPointer) {
  const drag = useRef<Drag>(null);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const { spot, box } = spotOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      start: spot,
      from: dragStart(spot, box, brush, within),
      client: { x: event.clientX, y: event.clientY },
      hasMoved: false,
    };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { spot, box } = spotOf(event);
    const { current } = drag;
    if (!current) return onHover(spot, box);
    if (!canBrush) return;
    current.hasMoved ||= Math.hypot(event.clientX - current.client.x, event.clientY - current.client.y) >= least;
    if (!current.hasMoved) return;
    const { from, start } = current;
    if (isRect(from)) onDraft(rectMoved(from, { x: spot.x - start.x, y: spot.y - start.y }, within));
    else onDraft(rectBetween(from, spot, within));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const { spot, box } = spotOf(event);
    const { current } = drag;
    drag.current = null;
    if (current?.hasMoved) onSettle();
    else if (current) onPress(spot, box);
  };
  const onPointerCancel = () => {
    drag.current = null;
    onDrop();
  };
  const onPointerLeave = (event: PointerEvent<HTMLElement>) =>
    onHover(undefined, event.currentTarget.getBoundingClientRect());
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave };
}

const isRect = (from: Drag['from']): from is PlotRect => typeof from.x !== 'number';

function spotOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): { spot: PlotSpot; box: DOMRect } {
  const box = currentTarget.getBoundingClientRect();
  return {
    box,
    spot: { x: (clientX - box.left) / (box.width || 1), y: 1 - (clientY - box.top) / (box.height || 1) },
  };
}

function dragStart(spot: PlotSpot, box: DOMRect, brush: PlotRect | undefined, within: PlotRect): Drag['from'] {
  if (!brush) return spot;
  const shares: PlotRect = {
    x: { min: shareOf(within.x, brush.x.min), max: shareOf(within.x, brush.x.max) },
    ...(brush.y && within.y && { y: { min: shareOf(within.y, brush.y.min), max: shareOf(within.y, brush.y.max) } }),
  };
  const { x, y = { min: 0, max: 1 } } = shares;
  const isNear = Math.hypot((spot.x - x.max) * box.width, (spot.y - y.max) * box.height) <= corner;
  if (isNear) return { x: x.min, y: y.min };
  return isInRect(shares, spot) ? brush : spot;
}
