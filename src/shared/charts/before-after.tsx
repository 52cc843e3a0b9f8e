import type { BeforeAndAfter, NumberStats } from '@quartermaster/contract/endpoints/items.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useCallback, useMemo, useState } from 'react';
import classes from './before-after.module.css';
import { chartNumber } from './chart-number.ts';
import type { PlotPen } from './draw-plot.ts';
import { statNames } from './number-stats-line.tsx';
import { NumbersButton } from './numbers-button.tsx';
import { NumbersTable } from './numbers-table.tsx';
import { Plot } from './plot.tsx';
import { axisTitle, changeText, percentText, rangeText, statText, valueText } from './value-text.ts';

interface BeforeAfterProps {
  /** The field with its groups. */
  name: string;
  settings: FieldSettings;
  drawn: BeforeAndAfter;
}

/** A number field of all items of a template: as it is now in gray, and as it will be as an outline, with what moves most. */
export function BeforeAfter({ name, settings, drawn }: BeforeAfterProps) {
  const { before, after, bins, changed, movers } = drawn;
  const x = useMemo(
    () => ({ range: { min: bins[0]?.from ?? 0, max: bins.at(-1)?.to ?? 1 }, format: chartNumber }),
    [bins],
  );
  const y = useMemo(() => {
    const most = Math.max(1, ...bins.flatMap((bin) => [bin.before, bin.after]));
    return { range: { min: 0, max: most * 1.06 }, format: numberText, isWhole: true };
  }, [bins]);
  const [hasNumbers, setHasNumbers] = useState(false);
  const paint = useCallback((pen: PlotPen) => paintBoth(pen, drawn), [drawn]);
  if (bins.length === 0) return <p className={classes.note}>No item has a value of {name}, now or after.</p>;
  // Deleted items are counted among those before only, and new ones after only.
  const all = Math.max(before.items, after.items, changed);
  return (
    <div className={classes.both}>
      <p className={classes.legend}>
        <span data-is="before">now</span>
        <span data-is="after">after</span>
        <span>vertical lines: means (dashed: now)</span>
        <span>
          {numberText(changed)} of {numberText(all)} items change, {percentText(all === 0 ? 0 : changed / all)}
        </span>
        <NumbersButton isOn={hasNumbers} onChange={setHasNumbers} />
      </p>
      {!hasNumbers && (
        <div className={classes.plot}>
          <Plot x={x} y={y} paint={paint}>
            {null}
          </Plot>
        </div>
      )}
      <NumbersTable
        isHidden={!hasNumbers}
        label={`${name}, before and after`}
        columns={[name, 'Now', 'After']}
        rows={bins.map((bin, index) => ({
          key: String(bin.from),
          // Only the last range has its end.
          cells: [rangeOf(bin, index === bins.length - 1, settings), numberText(bin.before), numberText(bin.after)],
        }))}
      />
      <div className={classes.tables}>
        <StatsTable settings={settings} before={before.stats} after={after.stats} />
        {movers.length > 0 && (
          <table aria-label="Largest changes">
            <Heads first={axisTitle('Largest changes', settings)} />
            <tbody>
              {movers.map((item) => (
                <tr key={item.id}>
                  <th scope="row" title={item.label}>
                    {item.label}
                  </th>
                  <td>{chartNumber(item.before)}</td>
                  <td>{chartNumber(item.after)}</td>
                  <td>{changeText(item.before, item.after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </div>
  );
}

const rangeOf = ({ from, to }: { from: number; to: number }, isLast: boolean, settings: FieldSettings): string =>
  isLast ? rangeText(from, to, settings) : `${chartNumber(from)} to below ${valueText(to, settings)}`;

const Heads = ({ first }: { first: string }) => (
  <thead>
    <tr>
      {[first, 'Now', 'After', 'Change'].map((head) => (
        <th key={head} scope="col">
          {head}
        </th>
      ))}
    </tr>
  </thead>
);

type Stats = NumberStats | null;

const StatsTable = ({ settings, before, after }: { settings: FieldSettings; before: Stats; after: Stats }) => (
  <table aria-label="Statistics">
    <Heads first={axisTitle('All items', settings)} />
    <tbody>
      {statNames.map((name) => {
        const [old, next] = [before?.[name] ?? null, after?.[name] ?? null];
        return (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{old === null ? '–' : statText(old, {})}</td>
            <td>{next === null ? '–' : statText(next, {})}</td>
            <td>{old === null || next === null ? '–' : changeText(old, next)}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

/** Bars of what is, steps around what will be, and a line at each mean. */
function paintBoth({ context, x, y, unit, inks }: PlotPen, { bins, before, after }: BeforeAndAfter): void {
  context.fillStyle = inks.text;
  context.globalAlpha = 0.32;
  for (const { from, to, before: amount } of bins) {
    const left = Math.round(x(from));
    if (amount > 0)
      context.fillRect(left, y(amount), Math.max(unit, Math.round(x(to)) - left - unit), y(0) - y(amount));
  }
  context.globalAlpha = 1;
  context.strokeStyle = inks.accent;
  context.lineWidth = 2 * unit;
  context.beginPath();
  context.moveTo(x(bins[0]?.from ?? 0), y(0));
  for (const { from, to, after: amount } of bins) {
    context.lineTo(x(from), y(amount));
    context.lineTo(x(to), y(amount));
  }
  context.lineTo(x(bins.at(-1)?.to ?? 0), y(0));
  context.fillStyle = inks.accent;
  context.globalAlpha = 0.12;
  context.fill();
  context.globalAlpha = 1;
  context.stroke();
  const mean = (stats: Stats, color: string, dash: number[]) => {
    if (!stats) return;
    context.strokeStyle = color;
    context.lineWidth = 1.5 * unit;
    context.setLineDash(dash.map((length) => length * unit));
    context.beginPath();
    context.moveTo(x(stats.mean), y(0));
    context.lineTo(x(stats.mean), 0);
    context.stroke();
    context.setLineDash([]);
  };
  mean(before.stats, inks.text, [3, 3]);
  mean(after.stats, inks.accent, []);
}
