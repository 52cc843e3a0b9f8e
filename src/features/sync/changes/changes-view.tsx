import { type ReactNode, use, useMemo } from 'react';
import { SubjectContext } from '../../../shared/comments/subject-context.ts';
import { GroupedTable } from '../../../shared/table/grouped/grouped-table.tsx';
import type { OpenChange } from '../use-open-change.ts';
import { changeColumns, commentedColumns, selectableColumns } from './change-columns.tsx';
import { ChangeHeader } from './change-header.tsx';
import type { ChangeSection, ListSelection } from './change-section.ts';

interface ChangesViewProps {
  label: string;
  sections: readonly ChangeSection[];
  /** Undefined for a list without selection. */
  selection?: ListSelection;
  /** The URL of an open change. */
  addressOf: (change: OpenChange) => string;
  opened: OpenChange | null;
  /** Opens a change instead of the current one, while going through the list. */
  onOpen: (change: OpenChange) => void;
  /** Loads more items of a section; called again while rows in view are not loaded. */
  onMissing: (section: ChangeSection) => void;
  /** Shown in a section without items. */
  note: (section: ChangeSection) => ReactNode;
}

/** A list of changes, template by template. */
export function ChangesView({ selection, sections, addressOf, opened, onOpen, ...rest }: ChangesViewProps) {
  const isOpen = ({ templateId }: ChangeSection, id: number | null) =>
    opened?.templateId === templateId && opened.id === id;
  const canComment = use(SubjectContext) !== null;
  const pictured = useMemo(() => sections.map(withPictures), [sections]);
  return (
    <GroupedTable
      {...rest}
      groups={pictured}
      columns={selection ? selectableColumns : canComment ? commentedColumns : changeColumns}
      rowId={({ id }) => String(id)}
      selection={selection}
      labelOf={({ name }) => `Changed items of ${name}`}
      addressOf={({ templateId }, { id }) => addressOf({ templateId, id })}
      isOpen={(section, { id }) => isOpen(section, id)}
      onMove={(section, item) => {
        if (!opened || item === undefined || (item === null && section.change === null)) return;
        onOpen({ templateId: section.templateId, id: item?.id ?? null });
      }}
      header={(section, state) => (
        <ChangeHeader
          section={section}
          state={state}
          selection={selection}
          address={addressOf({ templateId: section.templateId, id: null })}
          isOpen={isOpen(section, null)}
        />
      )}
    />
  );
}

/** Reserves the place of a picture in all rows of a section that has some, so that labels stay in line. */
function withPictures(section: ChangeSection): ChangeSection {
  const { rows } = section;
  if (!rows.some((row) => row?.image)) return section;
  return { ...section, rows: rows.map((row) => ({ image: null, ...row })) };
}
