import UPlot from 'uplot';
import { type PlotRange, shareOf } from './plot-range.ts';

/** One axis of a plot. */
export interface PlotAxis {
  range: PlotRange;
  format: (value: number) => string;
  /** Only whole numbers are labeled. */
  isWhole?: boolean;
  /** Only these values are labeled, as far as there is room; round numbers if omitted. */
  marks?: readonly number[];
}

/** The colours of a plot, by the styles of its element, which follow scheme, theme and forced colours. */
export interface PlotInks {
  text: string;
  line: string;
  mark: string;
  accent: string;
  ground: string;
}

/** Draws in the pixels of a canvas, of which `unit` are one of the page. */
export interface PlotPen {
  context: CanvasRenderingContext2D;
  x: (value: number) => number;
  y: (value: number) => number;
  unit: number;
  inks: PlotInks;
}

/** The part of a plot between its axes, in pixels from its edges. */
export interface PlotFrame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface PlotOptions {
  width: number;
  height: number;
  x: PlotAxis;
  y: PlotAxis;
  inksOf: () => PlotInks & { font: string };
  paint: (pen: PlotPen) => void;
  onFrame: (frame: PlotFrame) => void;
}

/** Increments of labels: 1, 2, 2.5 and 5 times a power of ten, up to the largest numbers. */
const incrementsFrom = (exponent: number): number[] =>
  Array.from({ length: 308 - exponent }, (_, index) =>
    [1, 2, 2.5, 5].map((digit) => Number(`${digit}e${exponent + index}`)),
  ).flat();
const increments = incrementsFrom(-30);
const wholeIncrements = incrementsFrom(0).filter(Number.isInteger);

/** The width of a letter of a label, of an axis without labels, and between two marks, in pixels. */
const [letter, leastAxis, gapOfMarks] = [7.2, 14, 12];

/** Draws axes, grid and marks in an element; the returned functions draw them again, and remove them. */
export function drawPlot(element: HTMLElement, options: PlotOptions): { redraw: () => void; remove: () => void } {
  const { width, height, x, y, inksOf, paint, onFrame } = options;
  let inks = inksOf();
  const widest = (values: readonly string[] | null) =>
    letter * Math.max(0, ...(values ?? []).map(({ length }) => length));
  // A mark can be at an end of its axis, where half of its label is outside.
  const outside = widest((x.marks ?? []).map(x.format)) / 2;
  const axis = ({ format, isWhole, marks }: PlotAxis, space: number): UPlot.Axis => ({
    font: `12px ${inks.font}`,
    stroke: () => inks.text,
    grid: { stroke: () => inks.line, width: 1 },
    ticks: { show: false },
    gap: 6,
    space,
    incrs: isWhole ? wholeIncrements : increments,
    ...(marks && {
      splits: (_, __, min, max) => {
        const room = (width - 2 * outside) / Math.max(space * 1.5, 2 * outside + gapOfMarks);
        return marksWithin(marks, { min, max }, Math.max(1, room));
      },
    }),
    values: (_, splits) => splits.map((value) => (value === null ? null : format(value))),
  });
  const plot = new UPlot(
    {
      width,
      height,
      legend: { show: false },
      cursor: { show: false },
      padding: [10, Math.max(16, outside), 0, Math.max(0, outside - leastAxis)],
      scales: {
        x: { time: false, range: () => [x.range.min, x.range.max] },
        y: { range: () => [y.range.min, y.range.max] },
      },
      series: [{}, { paths: () => null, points: { show: false } }],
      axes: [
        { ...axis(x, 70), size: 30, grid: { show: false } },
        { ...axis(y, 36), size: (_, values) => Math.min(120, widest(values) + leastAxis) },
      ],
      hooks: {
        drawClear: [
          () => {
            inks = inksOf();
          },
        ],
        draw: [
          ({ ctx: context, bbox }) => {
            const unit = context.canvas.width / width;
            context.save();
            context.beginPath();
            context.rect(bbox.left, bbox.top, bbox.width, bbox.height);
            context.clip();
            paint({
              context,
              x: (value) => bbox.left + shareOf(x.range, value) * bbox.width,
              y: (value) => bbox.top + (1 - shareOf(y.range, value)) * bbox.height,
              unit,
              inks,
            });
            context.restore();
            onFrame({
              left: bbox.left / unit,
              top: bbox.top / unit,
              right: width - (bbox.left + bbox.width) / unit,
              bottom: height - (bbox.top + bbox.height) / unit,
            });
          },
        ],
      },
    },
    [
      [x.range.min, x.range.max],
      [y.range.min, y.range.max],
    ],
    element,
  );
  return { redraw: () => plot.redraw(false, true), remove: () => plot.destroy() };
}

/** Every so many of the marks in a range that at most `most` are left. */
function marksWithin(marks: readonly number[], { min, max }: PlotRange, most: number): number[] {
  const inRange = marks.filter((mark) => mark >= min && mark <= max);
  const step = Math.ceil(inRange.length / most);
  return inRange.filter((_, index) => index % step === 0);
}
