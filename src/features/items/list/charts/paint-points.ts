import type { PlotPen } from '../../../../shared/charts/draw-plot.ts';
import { isInRect, type PlotRect } from './plot-rect.ts';

interface DrawnPoint {
  x: number;
  y: number;
  color: number | null;
}

/** Radius in pixels of the page. */
const radius = 4.5;

type Path = (context: CanvasRenderingContext2D, x: number, y: number, size: number) => void;

const polygon =
  (...corners: readonly (readonly [x: number, y: number])[]): Path =>
  (context, x, y, size) => {
    for (const [index, [right, down]] of corners.entries()) {
      if (index === 0) context.moveTo(x + right * size, y + down * size);
      else context.lineTo(x + right * size, y + down * size);
    }
    context.closePath();
  };

/** So that colours need not be told apart: each is the character of the legend, too. */
const shapes: readonly { sign: string; path: Path }[] = [
  { sign: '●', path: (context, x, y, size) => context.arc(x, y, size, 0, 2 * Math.PI) },
  { sign: '◆', path: polygon([0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]) },
  { sign: '■', path: polygon([-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]) },
  { sign: '▲', path: polygon([0, -1.25], [1.2, 0.9], [-1.2, 0.9]) },
  { sign: '▼', path: polygon([0, 1.25], [1.2, -0.9], [-1.2, -0.9]) },
];

const cross = polygon(
  ...([
    [-0.35, -1.2],
    [0.35, -1.2],
    [0.35, -0.35],
    [1.2, -0.35],
    [1.2, 0.35],
    [0.35, 0.35],
  ] as const),
  ...([
    [0.35, 1.2],
    [-0.35, 1.2],
    [-0.35, 0.35],
    [-1.2, 0.35],
    [-1.2, -0.35],
    [-0.35, -0.35],
  ] as const),
);
const none = { sign: '✚', path: cross };

/** The sign of a colour by its position; a cross for none. */
const shapeOf = (color: number | null) => (color === null ? none : shapes[color % shapes.length]);
export const signOf = (color: number | null): string => shapeOf(color)?.sign ?? '';

/** Points with an edge of the ground's colour; paler outside of a part. */
export function paintPoints(
  { context, x, y, unit, inks }: PlotPen,
  points: readonly DrawnPoint[],
  colors: ReadonlyMap<number | null, string>,
  part: PlotRect | undefined,
): void {
  context.lineWidth = unit;
  context.strokeStyle = inks.ground;
  for (const point of points) {
    context.globalAlpha = part && !isInRect(part, point) ? 0.3 : 0.9;
    context.fillStyle = colors.get(point.color) ?? inks.mark;
    context.beginPath();
    shapeOf(colors.size === 0 ? 0 : point.color)?.path(context, x(point.x), y(point.y), radius * unit);
    context.fill();
    context.stroke();
  }
  context.globalAlpha = 1;
}
