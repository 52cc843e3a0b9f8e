import { CloseButton, Combobox, Loader } from '@mantine/core';
import { IconLayoutSidebarRight } from '../ui/icons/layout-sidebar-right.ts';
import { ItemLink } from './item-link.tsx';
import classes from './links.module.css';

interface PickerEndProps {
  isUploading: boolean;
  templateId: string;
  /** The id of the selected item. */
  value: number | null;
  /** Its label; undefined if unknown. */
  label: string | undefined;
  canOpen: boolean;
  /** Undefined if the selection cannot be cleared. */
  onClear: (() => void) | undefined;
}

/** The end of a picker's input: the progress of an upload, or the buttons that open the selected item and clear the selection. */
export function PickerEnd({ isUploading, templateId, value, label, canOpen, onClear }: PickerEndProps) {
  if (isUploading) return <Loader size={16} />;
  if (value === null || !onClear) return <Combobox.Chevron />;
  return (
    <>
      {canOpen && (
        <ItemLink
          templateId={templateId}
          id={value}
          className={classes.open}
          aria-label={`Open ${label ?? `#${value}`}`}
          title="Open next to the form"
        >
          <IconLayoutSidebarRight size={16} aria-hidden />
        </ItemLink>
      )}
      <CloseButton size="sm" aria-label="Clear" onMouseDown={(event) => event.preventDefault()} onClick={onClear} />
    </>
  );
}
