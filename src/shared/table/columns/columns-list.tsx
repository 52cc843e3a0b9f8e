import { ActionIcon, Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { foldText } from '@quartermaster/contract/texts.ts';
import { useDeferredValue, useMemo, useState } from 'react';
import { useAnnouncer } from '../../ui/hooks/use-announcer.tsx';
import { IconChartBar } from '../../ui/icons/chart-bar.ts';
import type { TableColumn } from '../table-column.ts';
import { ColumnGrip } from './column-grip.tsx';
import { movedTo, orderedIds } from './column-order.ts';
import classes from './columns.module.css';
import { DensityChoice, type DensityChoiceProps } from './density-choice.tsx';

export interface ColumnsListProps {
  columns: readonly Pick<TableColumn<never>, 'id' | 'header' | 'icon' | 'hideable' | 'pinned' | 'numberOf'>[];
  hidden: readonly string[];
  /** Ids of columns in their chosen order. */
  order: readonly string[];
  onChange: (hidden: string[]) => void;
  /** Called with the ids of all columns that are not pinned, in their new order. */
  onReorder: (order: string[]) => void;
  /** The columns with bars; undefined for a list that has no bars. */
  bars?: readonly string[] | undefined;
  onBars?: (bars: string[]) => void;
  /** Undefined for a list without a choice of the height of its rows. */
  density?: DensityChoiceProps;
  /** Undefined while order and widths are the defaults. */
  onReset: (() => void) | undefined;
}

/** How many columns are listed at once; the search narrows the list. */
const listed = 100;

/** Lists the columns that can be hidden, to choose them and their order. */
export function ColumnsList(props: ColumnsListProps) {
  const { columns: declared, hidden, order, onChange, onReorder, bars, onBars, density, onReset } = props;
  const columns = useMemo(() => {
    const byId = new Map(declared.map((column) => [column.id, column]));
    return orderedIds(declared, order).flatMap((id) => byId.get(id) ?? []);
  }, [declared, order]);
  const [say, announcer] = useAnnouncer();
  const [search, setSearch] = useState('');
  const sought = useDeferredValue(foldText(search.trim()));
  const found = columns.filter(({ header }) => foldText(header).includes(sought));
  const isHidden = new Set(hidden);
  const ids = found.map(({ id }) => id);
  const show = () => onChange(hidden.filter((id) => !ids.includes(id)));
  const hide = () => onChange([...new Set([...hidden, ...ids])]);
  const toggle = (id: string) => onChange(isHidden.has(id) ? hidden.filter((other) => other !== id) : [...hidden, id]);
  const move = ({ id, header }: (typeof columns)[number], to: number) => {
    if (to < 0 || to >= columns.length) return;
    onReorder(
      movedTo(
        columns.map((column) => column.id),
        id,
        to,
      ),
    );
    say(`${header}: place ${to + 1} of ${columns.length}`);
  };
  return (
    <Stack gap="xs">
      {announcer}
      <TextInput
        size="sm"
        aria-label="Search columns"
        placeholder="Search columns"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Group gap="xs" grow>
        <Button size="xs" variant="default" onClick={show}>
          Show all
        </Button>
        <Button size="xs" variant="default" onClick={hide}>
          Hide all
        </Button>
      </Group>
      <ScrollArea.Autosize mah={320} type="auto">
        <Stack gap={0} p={4}>
          {found.slice(0, listed).map((column, index) => {
            const { id, header, icon } = column;
            return (
              <div key={id} className={classes.line}>
                <Checkbox
                  size="sm"
                  checked={!isHidden.has(id)}
                  onChange={() => toggle(id)}
                  label={
                    <Group gap={6} wrap="nowrap">
                      {icon}
                      <span>{header}</span>
                    </Group>
                  }
                />
                {bars && onBars && column.numberOf && <BarsToggle {...{ id, header, bars, onBars }} />}
                {/* In a filtered list, a position means nothing. */}
                {sought === '' && <ColumnGrip header={header} position={index} onMove={(to) => move(column, to)} />}
              </div>
            );
          })}
          {found.length === 0 && (
            <Text size="sm" c="dimmed">
              No column with that name
            </Text>
          )}
          {found.length > listed && (
            <Text size="sm" c="dimmed">
              {found.length - listed} more. Search to narrow them down.
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
      {density && <DensityChoice {...density} />}
      {onReset && (
        <Button size="xs" variant="subtle" color="gray" onClick={onReset}>
          Reset order and widths
        </Button>
      )}
    </Stack>
  );
}

interface BarsToggleProps extends Required<Pick<ColumnsListProps, 'onBars'>> {
  id: string;
  header: string;
  bars: readonly string[];
}

const most = contentLimits.columnBars;

/** Draws a bar next to each number of a column. */
function BarsToggle({ id, header, bars, onBars }: BarsToggleProps) {
  const isOn = bars.includes(id);
  const isFull = !isOn && bars.length >= most;
  return (
    <ActionIcon
      size="sm"
      variant={isOn ? 'light' : 'subtle'}
      {...(!isOn && { color: 'gray' })}
      aria-label={`Bars in ${header}`}
      aria-pressed={isOn}
      title={isFull ? `At most ${most} columns have bars` : 'Draw a bar next to each number'}
      disabled={isFull}
      onClick={() => onBars(isOn ? bars.filter((other) => other !== id) : [...bars, id])}
    >
      <IconChartBar size={14} aria-hidden />
    </ActionIcon>
  );
}
