import { Button, Checkbox, Group, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { memo, useDeferredValue, useState } from 'react';
import { compactButton } from '../../ui/compact.ts';
import { useAnnouncer } from '../../ui/hooks/use-announcer.tsx';
import { PopupTarget, useLazyPopup } from '../../ui/lazy/lazy-popup.tsx';
import type { TableColumn } from '../table-column.ts';
import { ColumnGrip } from './column-grip.tsx';
import { movedTo } from './column-order.ts';
import classes from './columns.module.css';

interface ColumnsMenuProps {
  columns: readonly Pick<TableColumn<never>, 'id' | 'header' | 'icon' | 'hideable' | 'pinned'>[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
  /** Called with the ids of all columns that are not pinned, in their new order. */
  onReorder: (order: string[]) => void;
  /** Undefined while order and widths are those of the start. */
  onReset: (() => void) | undefined;
}

/** How many columns are listed at once; the search narrows the list. */
const listed = 100;

/** Selects the visible columns of a table and their order. Memoized so that new rows do not rerender it. */
export const ColumnsMenu = memo(function ColumnsMenu(props: ColumnsMenuProps) {
  const { columns, hidden } = props;
  const hideable = columns.filter((column) => column.hideable !== false);
  const hiddenCount = hideable.filter(({ id }) => hidden.includes(id)).length;
  const title = hiddenCount === 0 ? 'Columns' : `Columns (${hiddenCount} hidden)`;
  const popup = useLazyPopup('dialog');
  return (
    <>
      <Button
        {...popup.button}
        variant="default"
        size="sm"
        classNames={compactButton}
        title={title}
        leftSection={<IconColumns3 size={16} aria-hidden />}
      >
        {title}
      </Button>
      {popup.isNear && (
        <Popover {...popup.popup} position="bottom-end" width={280} trapFocus returnFocus withinPortal>
          <Popover.Target>
            <PopupTarget of={popup.button.ref} />
          </Popover.Target>
          <Popover.Dropdown aria-label="Columns" p="xs">
            <ColumnsList {...props} columns={hideable} />
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
});

function ColumnsList({ columns, hidden, onChange, onReorder, onReset }: ColumnsMenuProps) {
  const [say, announcer] = useAnnouncer();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const found = columns.filter(({ header }) => header.toLowerCase().includes(wanted));
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
          {found.slice(0, listed).map((column, place) => {
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
                {/* Among some of the columns, a place says nothing. */}
                {wanted === '' && <ColumnGrip header={header} place={place} onMove={(to) => move(column, to)} />}
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
      {onReset && (
        <Button size="xs" variant="subtle" color="gray" onClick={onReset}>
          Reset order and widths
        </Button>
      )}
    </Stack>
  );
}
