import { type KeyboardEvent, useState } from 'react';
import { type PlotRect, rectAround, rectMoved, rectWidened, stepOf } from './plot-rect.ts';

/** What is drawn at one place. */
export interface PlotMark extends PlotRect {
  /** What it stands for, also once it is drawn elsewhere. */
  key: string;
  text: string;
}

interface BrushKeys {
  marks: readonly PlotMark[];
  within: PlotRect;
  /** The brush, also while it is changed. */
  brush: PlotRect | undefined;
  /** The share of the width that arrow keys move a brush by; a twentieth if omitted. */
  step?: number | undefined;
  canBrush: boolean;
  onDraft: (rect: PlotRect) => void;
  /** Called once a key is released. */
  onSettle: () => void;
  onClear: () => void;
  /** Called with the index of the mark that Enter chooses. */
  onChoose: (index: number) => void;
}

/**
 * The keys of a plot: arrows go from mark to mark, or move the brush; with Shift, they widen it, and begin one at the mark. Enter chooses the
 * mark, Escape removes the brush.
 */
export function useBrushKeys(options: BrushKeys) {
  const { marks, within, brush, step, canBrush, onDraft, onSettle, onClear, onChoose } = options;
  const [activeKey, setActiveKey] = useState<string>();
  const found = marks.findIndex(({ key }) => key === activeKey);
  const active = found === -1 ? undefined : found;
  const current = marks[found];
  const setActive = (index: number | undefined) => setActiveKey(index === undefined ? undefined : marks[index]?.key);

  const go = (by: number, along: 'x' | 'y') => {
    const order = [...marks.keys()].sort((a, b) => placeOf(marks[a], along) - placeOf(marks[b], along));
    const at = current === undefined || active === undefined ? (by > 0 ? -1 : order.length) : order.indexOf(active);
    setActive(order[Math.min(order.length - 1, Math.max(0, at + by))]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = stepOf(key, within.y !== undefined, step);
    if (by && shiftKey && canBrush) {
      const start = brush ?? rectAround(current ?? marks[0] ?? within, within);
      onDraft(brush ? rectWidened(start, by, within) : start);
    } else if (by && brush) onDraft(rectMoved(brush, by, within));
    else if (by) go(Math.sign(by.x + by.y), by.x === 0 ? 'y' : 'x');
    else if (key === 'Home') go(-marks.length, 'x');
    else if (key === 'End') go(marks.length, 'x');
    else if (key === 'Enter' && active !== undefined) onChoose(active);
    else if (['Escape', 'Delete', 'Backspace'].includes(key) && brush) onClear();
    else return;
    event.preventDefault();
  };
  const onKeyUp = ({ key }: KeyboardEvent) => {
    if (stepOf(key, true)) onSettle();
  };
  return { active, setActive, onKeyDown, onKeyUp };
}

const placeOf = (mark: PlotMark | undefined, along: 'x' | 'y'): number => mark?.[along]?.min ?? 0;
