import type { LazyPopup } from '../../ui/popup/lazy-popup.tsx';
import { LoadedPanel } from '../../ui/popup/loaded-panel.tsx';
import { ColumnsList, type ColumnsListProps } from './columns-list.tsx';

/** The panel of a {@link ColumnsList}. */
export const ColumnsPanel = ({ popup, ...list }: ColumnsListProps & { popup: LazyPopup }) => (
  <LoadedPanel popup={popup} width={280} label="Columns" p="xs">
    <ColumnsList {...list} />
  </LoadedPanel>
);
