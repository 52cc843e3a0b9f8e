import { useMantineTheme } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useServices } from '../services/services.ts';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { drawPlot, type PlotAxis, type PlotFrame, type PlotInks, type PlotPen } from './draw-plot.ts';
import classes from './plot.module.css';

interface PlotProps {
  x: PlotAxis;
  y: PlotAxis;
  /** Draws the marks; called again for another function. */
  paint: (pen: PlotPen) => void;
  /** What lies over the part between the axes. */
  children: ReactNode;
}

/** The size until an element has one, as in tests. */
const usualSize = { width: 600, height: 320 };

/** Axes and marks on a canvas, which screen readers skip; the same object as an axis is drawn once. */
export function Plot({ x, y, paint, children }: PlotProps) {
  const { root } = useServices();
  const theme = useMantineTheme();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const inks = useRef<HTMLElement>(null);
  const plot = useRef<ReturnType<typeof drawPlot>>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  const [frame, setFrame] = useState<PlotFrame>({ left: 0, top: 0, right: 0, bottom: 0 });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () =>
      setSize({
        width: element.clientWidth || usualSize.width,
        height: element.clientHeight || usualSize.height,
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const paintNow = useStableCallback(paint);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element || width === 0 || !canDraw()) return;
    const drawn = drawPlot(element, {
      width,
      height,
      x,
      y,
      inksOf: () => inksOf(inks.current ?? element),
      paint: paintNow,
      onFrame: (next) => setFrame((before) => (isSameFrame(before, next) ? before : next)),
    });
    plot.current = drawn;
    return () => {
      plot.current = null;
      drawn.remove();
    };
  }, [width, height, x, y, paintNow]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn depends on them
  useEffect(() => plot.current?.redraw(), [paint, theme]);
  useEffect(() => {
    const redraw = () => plot.current?.redraw();
    const observer = new MutationObserver(redraw);
    observer.observe(root, { attributes: true });
    const forced = window.matchMedia('(forced-colors: active)');
    forced.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      forced.removeEventListener('change', redraw);
    };
  }, [root]);

  const { left, top, right, bottom } = frame;
  return (
    <div ref={box} className={classes.plot}>
      <i ref={inks} className={classes.inks} aria-hidden />
      <div ref={canvas} className={classes.canvas} aria-hidden />
      <div style={{ position: 'absolute', inset: `${top}px ${right}px ${bottom}px ${left}px` }}>{children}</div>
    </div>
  );
}

const isSameFrame = (one: PlotFrame, other: PlotFrame) =>
  one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom;

function inksOf(element: Element): PlotInks & { font: string } {
  const styles = getComputedStyle(element);
  return {
    text: styles.color,
    line: styles.borderTopColor,
    mark: styles.backgroundColor,
    accent: styles.outlineColor,
    ground: styles.caretColor,
    font: styles.fontFamily,
  };
}

/** False in simulated pages. */
const canDraw = () => 'CanvasRenderingContext2D' in globalThis;
