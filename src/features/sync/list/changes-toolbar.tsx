import { Button, VisuallyHidden } from '@mantine/core';
import type { ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import type { ComponentProps } from 'react';
import { offersActions } from '../../../shared/ui/actions/offered-actions.ts';
import { ChangeCounts } from '../../../shared/ui/change/change-mark.tsx';
import { wordsIfWide } from '../../../shared/ui/compact.ts';
import classes from '../sync.module.css';
import { ListFilters } from './list-filters.tsx';

interface ChangesToolbarProps extends ComponentProps<typeof ListFilters> {
  /** False while the list loads: the toolbar reserves its space. */
  isVisible: boolean;
  /** The counts of the listed changes; `null` if they could not be loaded. */
  counts: ChangeList['counts'] | null | undefined;
  /** How many changes match the filters, for screen readers. */
  found: string | undefined;
  /** How many changes are selected; undefined if none is. */
  selected: string | undefined;
  onClear: () => void;
}

/** Placeholder for the counts while they load. */
const someCounts = { added: 1, updated: 1, removed: 1 };

/** The filters, the counts and the selection above the list of changes. */
export function ChangesToolbar({ isVisible, counts, found, selected, onClear, ...filters }: ChangesToolbarProps) {
  return (
    <div className={classes.toolbar} style={isVisible ? undefined : { visibility: 'hidden' }} {...offersActions}>
      <ListFilters {...filters} />
      {counts !== null && (
        <span className={wordsIfWide}>
          <ChangeCounts counts={counts ?? someCounts} />
        </span>
      )}
      <VisuallyHidden role="status">{found}</VisuallyHidden>
      <span className={classes.spacer} />
      <span className={classes.chosen} role="status">
        {selected}
      </span>
      {selected !== undefined && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          Clear selection
        </Button>
      )}
    </div>
  );
}
