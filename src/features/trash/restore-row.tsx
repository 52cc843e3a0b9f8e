import { Button, Loader } from '@mantine/core';
import type { TrashEntry } from '@quartermaster/contract/endpoints/trash.ts';
import { useContext } from 'react';
import { ActiveRestore, isRestoringText } from './active-restore.ts';

interface RestoreRowProps {
  entry: TrashEntry;
  /** The accessible name. */
  label: string;
  onRestore: (entry: TrashEntry) => void;
}

/** Restores a row; while its job runs, it opens the progress. */
export function RestoreRow({ entry, label, onRestore }: RestoreRowProps) {
  const active = useContext(ActiveRestore);
  const isThis = active?.row === entry.id;
  const isOther = active !== null && !isThis;
  return (
    <Button
      size="compact-sm"
      variant="default"
      miw={64}
      aria-label={label}
      aria-busy={isThis}
      // A disabled button would lose the focus.
      {...(isOther && { 'data-disabled': true, 'aria-disabled': true, title: isRestoringText })}
      onClick={() => {
        if (!isOther) onRestore(entry);
      }}
    >
      {isThis ? <Loader size={12} aria-hidden /> : 'Restore'}
    </Button>
  );
}
