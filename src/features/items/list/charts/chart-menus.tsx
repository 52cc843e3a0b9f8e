import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { fieldTypeViewOf } from '../../../../shared/field-types/registry.ts';
import { toolButton } from '../../../../shared/ui/compact.ts';
import { useNarrowWindow } from '../../../../shared/ui/hooks/use-narrow-window.ts';
import { IconCalendarEvent } from '../../../../shared/ui/icons/calendar-event.ts';
import { IconChartBar } from '../../../../shared/ui/icons/chart-bar.ts';
import { IconCheck } from '../../../../shared/ui/icons/check.ts';
import { IconGridDots } from '../../../../shared/ui/icons/grid-dots.ts';
import type { Icon } from '../../../../shared/ui/icons/icon.ts';
import { IconMinus } from '../../../../shared/ui/icons/minus.ts';
import { IconStack2 } from '../../../../shared/ui/icons/stack-2.ts';
import { useLazyPopup } from '../../../../shared/ui/popup/lazy-popup.tsx';
import { LoadedActionMenu } from '../../../../shared/ui/popup/loaded-action-menu.tsx';
import type { ListedField } from '../item-columns.tsx';
import type { ListedItems } from '../use-listed-items.ts';
import classes from './charts.module.css';
import {
  axesOf,
  type ChartKind,
  chartIn,
  chartOf,
  chartText,
  drawableFields,
  kindsOf,
  type ListChart,
} from './list-chart.ts';

export interface ChartMenusProps {
  items: Pick<ListedItems, 'list' | 'fields' | 'filterable' | 'groupable'>;
  /** True next to the chart, where they are in a narrow window. */
  isInChart?: boolean;
}

const kindViews: Record<ChartKind, { label: string; Icon: Icon }> = {
  distribution: { label: 'Distribution', Icon: IconChartBar },
  points: { label: 'Points', Icon: IconGridDots },
  amounts: { label: 'Amounts', Icon: IconStack2 },
  time: { label: 'Over time', Icon: IconCalendarEvent },
};

/** What a chart draws: its kind, and a field for each of its parts. */
export function ChartMenus({ items, isInChart = false }: ChartMenusProps) {
  const isNarrow = useNarrowWindow();
  const { list, fields, filterable, groupable } = items;
  const drawable = useMemo(() => drawableFields({ fields, filterable, groupable }), [fields, filterable, groupable]);
  const chart = chartIn(list.query.chart, drawable);
  if (!chart || isNarrow !== isInChart) return null;
  const show = (next: ListChart | undefined) => next && list.setChart(chartText(next));
  // Another kind draws the same field, if it can.
  const [axis] = axesOf(chart).toReversed();
  const toKind = (kind: ChartKind) =>
    show(chartOf(kind, kind === 'points' ? ['', axis?.id ?? ''] : [axis?.id ?? ''], drawable));
  // Of one field against itself, there is nothing to see.
  const swapped = chart.kind === 'points' ? { ...chart, x: chart.y, y: chart.x } : chart;
  return (
    <div className={classes.menus}>
      <ChoiceMenu
        label="Chart"
        options={kindsOf(drawable).map((kind) => ({
          ...kindViews[kind],
          isChosen: kind === chart.kind,
          choose: () => toKind(kind),
        }))}
      />
      {chart.kind === 'points' ? (
        <>
          <FieldMenu
            label="X"
            fields={drawable.coordinates}
            field={chart.x}
            onChange={(x) => x && show(x === chart.y ? swapped : { ...chart, x })}
          />
          <FieldMenu
            label="Y"
            fields={drawable.coordinates}
            field={chart.y}
            onChange={(y) => y && show(y === chart.x ? swapped : { ...chart, y })}
          />
          {drawable.colors.length > 0 && (
            <FieldMenu
              label="Colour"
              fields={drawable.colors}
              field={chart.color}
              isOptional
              onChange={(color) => show({ ...chart, color })}
            />
          )}
        </>
      ) : (
        <FieldMenu
          label="Field"
          fields={{ distribution: drawable.numbers, amounts: drawable.groups, time: drawable.times }[chart.kind]}
          field={chart.field}
          onChange={(field) => field && show({ ...chart, field })}
        />
      )}
    </div>
  );
}

interface FieldMenuProps {
  label: string;
  fields: readonly ListedField[];
  field: ListedField | undefined;
  /** Offers none, too. */
  isOptional?: boolean;
  onChange: (field: ListedField | undefined) => void;
}

const FieldMenu = ({ label, fields, field, isOptional = false, onChange }: FieldMenuProps) => (
  <ChoiceMenu
    label={label}
    options={[
      ...(isOptional ? [{ label: 'None', Icon: IconMinus, isChosen: !field, choose: () => onChange(undefined) }] : []),
      ...fields.map((one) => ({
        label: one.header,
        Icon: fieldTypeViewOf(one.settings.type).icon,
        isChosen: one.id === field?.id,
        choose: () => onChange(one),
      })),
    ]}
  />
);

interface Choice {
  label: string;
  Icon: Icon;
  isChosen: boolean;
  choose: () => void;
}

function ChoiceMenu({ label, options }: { label: string; options: readonly Choice[] }) {
  const menu = useLazyPopup('menu');
  const chosen = options.find(({ isChosen }) => isChosen);
  return (
    <>
      <Button {...menu.button} {...toolButton} classNames={{}} className={classes.menu ?? ''}>
        {label === 'Chart' ? chosen?.label : `${label}: ${chosen?.label ?? 'None'}`}
      </Button>
      {menu.isNear && (
        <LoadedActionMenu
          menu={menu}
          heading={label}
          actions={options.map(({ label: name, Icon, isChosen, choose }) => ({
            label: name,
            Icon: isChosen ? IconCheck : Icon,
            onClick: choose,
          }))}
        />
      )}
    </>
  );
}
