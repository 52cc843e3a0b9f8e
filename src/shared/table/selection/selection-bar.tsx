import { ActionIcon, Button } from '@mantine/core';
import { numberText } from '@quartermaster/contract/number-text.ts';
import type { ReactNode } from 'react';
import { commonKeys } from '../../ui/actions/keys.ts';
import { usePageAction } from '../../ui/actions/page-actions.ts';
import { IconX } from '../../ui/icons/x.ts';
import { noTranslate } from '../../ui/no-translate.ts';
import { selectedText } from './selected-text.ts';
import classes from './selection.module.css';

interface SelectionBarProps {
  /** How many rows are selected. */
  amount: number;
  /** How many rows match the filters of the list, to offer to select all of them; undefined for no offer. */
  matching: number | undefined;
  onSelectMatching: (count: number) => void;
  onClear: () => void;
  /** What can be done with the selected rows. */
  children: ReactNode;
}

/** Shows how many rows of a list are selected, and what can be done with them. */
export function SelectionBar({ amount, matching, onSelectMatching, onClear, children }: SelectionBarProps) {
  usePageAction({ label: 'Clear selection', keys: commonKeys.close }, onClear);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar has no element of its own
    <div
      className={classes.bar}
      role="group"
      aria-label="Selected rows"
      data-selection={matching === undefined ? '' : 'offer'}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size="input-sm"
        aria-label="Clear selection"
        title="Clear selection (Esc)"
        onClick={onClear}
      >
        <IconX size={18} />
      </ActionIcon>
      <span {...noTranslate(classes.count)}>{selectedText(amount)}</span>
      {matching !== undefined && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.offer ?? ''}
          onClick={() => onSelectMatching(matching)}
        >
          Select all {numberText(matching)} that match
        </Button>
      )}
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
