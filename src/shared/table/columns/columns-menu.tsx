import { Button } from '@mantine/core';
import { memo } from 'react';
import { toolButton } from '../../ui/compact.ts';
import { IconColumns3 } from '../../ui/icons/columns-3.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { useLazyPopup } from '../../ui/popup/lazy-popup.tsx';
import type { ColumnsListProps } from './columns-list.tsx';

const ColumnsPanel = lazyPart(() => import('./columns-panel.tsx').then((m) => m.ColumnsPanel));

/** Selects the visible columns of a table and their order. Memoized so that new rows do not rerender it. */
export const ColumnsMenu = memo(function ColumnsMenu(props: ColumnsListProps) {
  const { columns, hidden } = props;
  const hideable = columns.filter((column) => column.hideable !== false);
  const hiddenCount = hideable.filter(({ id }) => hidden.includes(id)).length;
  const title = hiddenCount === 0 ? 'Columns' : `Columns (${hiddenCount} hidden)`;
  const popup = useLazyPopup('dialog');
  return (
    <>
      <Button {...popup.button} {...toolButton} leftSection={<IconColumns3 size={16} aria-hidden />} title={title}>
        {title}
      </Button>
      {popup.isNear && <ColumnsPanel {...props} columns={hideable} popup={popup} />}
    </>
  );
});
