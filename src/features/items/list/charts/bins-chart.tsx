import type { DrawnChart } from '@quartermaster/contract/endpoints/items.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { PlotPen } from '../../../../shared/charts/draw-plot.ts';
import { NumberStatsLine } from '../../../../shared/charts/number-stats-line.tsx';
import { Plot } from '../../../../shared/charts/plot.tsx';
import type { PlotRange } from '../../../../shared/charts/plot-range.ts';
import { axisTitle } from '../../../../shared/charts/value-text.ts';
import { chartQueries } from '../../../../shared/data/charts.ts';
import { viewerZone } from '../../../../shared/field-types/date-time/time-zone.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { count } from '../../../../shared/ui/count.ts';
import { type Bin, type Bins, binsOf, binsTouched } from './bins.ts';
import { BrushArea } from './brush-area.tsx';
import { canBrush } from './chart-brush.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartViewProps } from './chart-view-props.ts';
import type { ListChart } from './list-chart.ts';

type BinsListChart = Extract<ListChart, { kind: 'distribution' | 'amounts' | 'time' }>;
type Answer = Exclude<DrawnChart, { kind: 'points' }>;

/** How many values of a number or of a moment are in each range of them. */
export function BinsChart({ instanceId, templateId, chart, listed, brush, onBrush }: ChartViewProps<BinsListChart>) {
  const { kind, field } = chart;
  const asked =
    kind === 'time'
      ? ({ kind, field: field.id, zone: viewerZone() } as const)
      : ({ kind: 'distribution', field: field.id } as const);
  const query = useQuery(chartQueries.drawn(useRequest(), instanceId, templateId, asked, listed));
  const data = query.data?.kind === asked.kind ? (query.data as Answer) : undefined;
  const bins = useMemo(() => data && binsOf(field, data), [field, data]);
  const title = kind === 'time' ? `${field.header} over time` : axisTitle(field.header, field.settings);
  return (
    <ChartFrame
      title={title}
      query={{ ...query, data }}
      emptyText={({ values }) => (values === 0 ? `No item of this list has a value of ${field.header}.` : undefined)}
      amount={({ values }) => count(values, 'value')}
      head={(answer) =>
        answer.kind === 'distribution' && <NumberStatsLine stats={answer.stats} settings={field.settings} />
      }
      numbers={() => ({
        label: title,
        columns: [kind === 'time' ? 'When' : field.header, 'Values'],
        rows: (bins?.all ?? []).map((bin) => ({
          key: String(bin.min),
          cells: [bins?.textOf(bins.filterOf(bin)), numberText(bin.count)],
        })),
      })}
    >
      {() =>
        bins && <BinsPlot label={title} bins={bins} brush={brush[0]} canBrush={canBrush([field])} onBrush={onBrush} />
      }
    </ChartFrame>
  );
}

interface BinsPlotProps {
  label: string;
  bins: Bins;
  brush: PlotRange | undefined;
  canBrush: boolean;
  onBrush: (ranges: readonly PlotRange[]) => void;
}

function BinsPlot({ label, bins, brush, canBrush: isBrushable, onBrush }: BinsPlotProps) {
  const { all, marks: axisMarks, format, textOf, filterOf, drawnOf } = bins;
  const [draft, setDraft] = useState<PlotRange>();
  const x = useMemo(() => {
    const range = { min: all[0]?.min ?? 0, max: all.at(-1)?.max ?? 1 };
    return { range, format, ...(axisMarks && { marks: axisMarks }) };
  }, [all, axisMarks, format]);
  const y = useMemo(() => {
    const most = Math.max(1, ...all.map((bin) => bin.count));
    return { range: { min: 0, max: most * 1.06 }, format: numberText, isWhole: true };
  }, [all]);
  const drawn = useMemo(() => brush && drawnOf(brush), [brush, drawnOf]);
  const current = draft ?? drawn;
  const paint = useCallback((pen: PlotPen) => paintBins(pen, all, current), [all, current]);
  const within = useMemo(() => ({ x: x.range }), [x]);
  const marks = useMemo(
    () =>
      all.map((bin) => ({
        key: `${bin.min} ${bin.max}`,
        x: bin,
        text: `${textOf(filterOf(bin))}: ${count(bin.count, 'value')}`,
      })),
    [all, textOf, filterOf],
  );
  const sumIn = (range: PlotRange) =>
    all.reduce((sum, bin) => sum + (bin.min >= range.min && bin.max <= range.max ? bin.count : 0), 0);
  return (
    <Plot x={x} y={y} paint={paint}>
      <BrushArea
        label={label}
        marks={marks}
        within={within}
        brush={drawn && { x: drawn }}
        canBrush={isBrushable}
        step={1 / Math.max(1, all.length)}
        // A brush that was typed stays as it is.
        snap={(rect) => (rect.x === drawn ? rect : { x: binsTouched(all, rect.x) })}
        textOf={(rect) => {
          const range = brush && rect.x === drawn ? brush : filterOf(rect.x);
          return rect.x === drawn ? textOf(range) : `${count(sumIn(rect.x), 'value')}, ${textOf(range)}`;
        }}
        onDraft={(rect) => setDraft(rect?.x)}
        onBrush={(rect) => onBrush(rect ? [filterOf(rect.x)] : [])}
        onChoose={(index) => isBrushable && all[index] && onBrush([filterOf(all[index])])}
      />
    </Plot>
  );
}

/** Bars with a gap of a pixel, paler outside of a range. */
function paintBins({ context, x, y, unit, inks }: PlotPen, bins: readonly Bin[], range: PlotRange | undefined): void {
  context.fillStyle = inks.mark;
  for (const { min, max, count: amount } of bins) {
    if (amount === 0) continue;
    context.globalAlpha = !range || (max > range.min && min < range.max) ? 1 : 0.35;
    const left = Math.round(x(min));
    const width = Math.max(unit, Math.round(x(max)) - left - unit);
    const top = Math.min(y(amount), y(0) - unit);
    context.fillRect(left, top, width, y(0) - top);
  }
  context.globalAlpha = 1;
}
