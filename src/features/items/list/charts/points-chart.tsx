import type { DrawnChart } from '@quartermaster/contract/endpoints/items.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { chartNumber } from '../../../../shared/charts/chart-number.ts';
import type { PlotPen } from '../../../../shared/charts/draw-plot.ts';
import { Plot } from '../../../../shared/charts/plot.tsx';
import { type PlotRange, withRoom } from '../../../../shared/charts/plot-range.ts';
import { rangeText, valueText } from '../../../../shared/charts/value-text.ts';
import { chartQueries } from '../../../../shared/data/charts.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { count } from '../../../../shared/ui/count.ts';
import { PlainLink } from '../../../../shared/ui/plain-link.tsx';
import type { ListedField } from '../item-columns.tsx';
import { BrushArea } from './brush-area.tsx';
import { canBrush } from './chart-brush.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartViewProps } from './chart-view-props.ts';
import { inksIn, Legend, legendOf } from './legend.tsx';
import { isWhole, type ListChart } from './list-chart.ts';
import { paintPoints } from './paint-points.ts';
import { isInRect, type PlotRect } from './plot-rect.ts';

type PointsListChart = Extract<ListChart, { kind: 'points' }>;
type Answer = Extract<DrawnChart, { kind: 'points' }>;

/** Two numbers of each item against each other, coloured by a choice. */
export function PointsChart(props: ChartViewProps<PointsListChart>) {
  const { instanceId, templateId, chart, listed } = props;
  const { x, y, color } = chart;
  const asked = { kind: 'points', x: x.id, y: y.id, ...(color && { color: color.id }) } as const;
  const query = useQuery(chartQueries.drawn(useRequest(), instanceId, templateId, asked, listed));
  const data = query.data?.kind === 'points' ? query.data : undefined;
  const legend = useRef<HTMLUListElement>(null);
  const title = `${y.header} by ${x.header}`;
  const entries = useMemo(() => (data ? legendOf(color, data) : []), [color, data]);
  const nameOf = useCallback(
    (index: number | null) => entries.find((entry) => entry.index === index)?.label ?? '',
    [entries],
  );
  // Read as it is painted, as colours change with the scheme.
  const inksOf = useCallback(() => inksIn(legend.current), []);
  return (
    <ChartFrame
      title={title}
      query={{ ...query, data }}
      emptyText={({ values }) =>
        values === 0 ? `No item of this list has both ${x.header} and ${y.header}.` : undefined
      }
      amount={({ values }) => count(values, 'item')}
      head={() => <Legend ref={legend} entries={entries} />}
      numbers={({ points }, isHidden) => ({
        label: title,
        columns: ['Item', x.header, y.header, ...(color ? [color.header] : [])],
        rows: points.map((point) => ({
          key: String(point.id),
          cells: [
            isHidden ? (
              point.label
            ) : (
              <PlainLink key="item" to={pathTo(paths.item, { instanceId, templateId, id: point.id })} hasBackLink>
                {point.label}
              </PlainLink>
            ),
            valueText(point.x, x.settings),
            valueText(point.y, y.settings),
            ...(color ? [nameOf(point.color)] : []),
          ],
        })),
      })}
    >
      {(answer) => (
        <>
          <PointsPlot {...props} title={title} answer={answer} nameOf={nameOf} inksOf={inksOf} />
          {answer.is_sampled && (
            <p>
              {numberText(answer.points.length)} of {count(answer.values, 'item')} are drawn, among them all that are
              far from others.
            </p>
          )}
        </>
      )}
    </ChartFrame>
  );
}

interface PointsPlotProps extends ChartViewProps<PointsListChart> {
  title: string;
  answer: Answer;
  nameOf: (color: number | null) => string;
  /** The colours of the legend, by the indexes of points. */
  inksOf: () => ReadonlyMap<number | null, string>;
}

function PointsPlot(props: PointsPlotProps) {
  const { instanceId, templateId, chart, brush, onBrush, title, answer, nameOf, inksOf } = props;
  const { follow } = useServices();
  const { points } = answer;
  const [draft, setDraft] = useState<PlotRect>();
  const axes = [chart.x, chart.y] as const;
  const x = useAxis(answer.x);
  const y = useAxis(answer.y);
  const within = useMemo(() => ({ x: x.range, y: y.range }), [x, y]);
  const [brushX, brushY] = brush;
  const drawn = useMemo(
    () => (brushX || brushY ? drawnRect(chart, { x: brushX, y: brushY }, within) : undefined),
    [chart, brushX, brushY, within],
  );
  const current = draft ?? drawn;
  const paint = useCallback((pen: PlotPen) => paintPoints(pen, points, inksOf(), current), [points, current, inksOf]);
  const marks = useMemo(
    () =>
      points.map((point) => {
        const values = [
          `${chart.x.header} ${valueText(point.x, chart.x.settings)}`,
          `${chart.y.header} ${valueText(point.y, chart.y.settings)}`,
        ];
        const colorName = chart.color ? nameOf(point.color) : '';
        return {
          key: String(point.id),
          x: { min: point.x, max: point.x },
          y: { min: point.y, max: point.y },
          text: `${point.label}: ${[...values, ...(colorName ? [colorName] : [])].join(', ')}`,
        };
      }),
    [points, chart, nameOf],
  );
  const rangesOf = (rect: PlotRect) => [
    brushedValues(chart.x, rect.x, x.range),
    brushedValues(chart.y, rect.y ?? y.range, y.range),
  ];
  return (
    <Plot x={x} y={y} paint={paint}>
      <BrushArea
        label={title}
        marks={marks}
        within={within}
        brush={drawn}
        canBrush={canBrush(axes)}
        snap={(rect) => rect}
        textOf={(rect) => {
          const ranges = rect === drawn ? [brushX, brushY] : rangesOf(rect);
          const texts = axes.flatMap((axis, index) => {
            const range = ranges[index];
            return range ? [`${axis.header} ${rangeText(range.min, range.max, axis.settings)}`] : [];
          });
          if (answer.is_sampled) return texts.join(', ');
          const inside = points.filter((point) => isInRect(rect, point)).length;
          return [count(inside, 'item'), ...texts].join(', ');
        }}
        onDraft={setDraft}
        onBrush={(rect) => onBrush(rect ? rangesOf(rect) : [])}
        onChoose={(index) => {
          const point = points[index];
          if (point) follow(pathTo(paths.item, { instanceId, templateId, id: point.id }), true);
        }}
      />
    </Plot>
  );
}

/** The same object as long as the ends are the same. */
function useAxis(ends: PlotRange | null) {
  const { min, max } = ends ?? { min: 0, max: 1 };
  return useMemo(() => ({ range: withRoom({ min, max }), format: chartNumber }), [min, max]);
}

/** The values in a part of an axis, rounded to a hundredth of the axis at least. */
function brushedValues({ settings }: ListedField, { min, max }: PlotRange, axis: PlotRange): PlotRange {
  const step = 10 ** Math.floor(Math.log10(axis.max / 100 - axis.min / 100));
  if (isWhole(settings) && step <= 1) {
    const [low, high] = [Math.ceil(min), Math.floor(max)];
    return low <= high ? { min: low, max: high } : { min: Math.round(min), max: Math.round(min) };
  }
  const rounded = (value: number) => Number((Math.round(value / step) * step).toPrecision(12));
  return { min: rounded(min), max: rounded(max) };
}

/** Whole numbers are drawn with half of the room to their neighbours, so that points at the edge are inside. */
function drawnRect(
  chart: PointsListChart,
  { x, y }: { x: PlotRange | undefined; y: PlotRange | undefined },
  within: Required<PlotRect>,
): PlotRect {
  const around = (field: ListedField, range: PlotRange | undefined, all: PlotRange | undefined) => {
    if (!range) return all ?? { min: 0, max: 1 };
    const half = isWhole(field.settings) ? 0.5 : 0;
    return { min: range.min - half, max: range.max + half };
  };
  return { x: around(chart.x, x, within.x), y: around(chart.y, y, within.y) };
}
