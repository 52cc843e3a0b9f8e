import { Button } from '@mantine/core';
import { rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import { isSum, sumOf, sumText } from '@quartermaster/contract/field-types/weight.ts';
import { useEffect } from 'react';
import { IconDice } from '../../ui/icons/dice.ts';
import { lazyDialog } from '../../ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../ui/lazy/use-has-opened.ts';
import { rowProblem } from '../check-values.ts';
import { useDropsAddress } from '../drops/drops-address.ts';
import { useFieldsForm } from '../form-context.ts';
import classes from './rows.module.css';
import { useRows } from './use-rows.ts';

const DropsDialog = lazyDialog(() => import('../drops/drops-dialog.tsx').then((m) => m.DropsDialog));

interface WeightSumProps {
  /** The path of the rows. */
  name: string;
  /** The fields of a row. */
  nodes: readonly TreeNode[];
  id: string;
  settings: SettingsOf<'weight'>;
}

/** The sum of a weight over all rows, next to the required one, and the button that rolls them. */
export function WeightSum({ name, nodes, id, settings }: WeightSumProps) {
  const { getValues, getFieldState, register } = useFieldsForm();
  const table = `${name.replace(/^values\./, '')}.${id}`;
  const { isOpen, open, close } = useDropsAddress(table);
  const hasOpened = useHasOpened(isOpen);
  const sum = useRows(name, `${name}.0.${id}`, (rows) => sumOf(rows.map((row) => row[id])));
  const required = settings.requiredSum;
  const isWrong = required !== null && !isSum(sum, required);
  useEffect(() => {
    if (isWrong) return;
    // The error of an attempt to save is at one row; a change of another one does not validate it again.
    rowsOf(getValues(name)).forEach((row, index) => {
      const path = `${name}.${index}.${id}`;
      if (getFieldState(path).error?.type !== rowProblem) return;
      void register(path).onChange({ type: 'change', target: { name: path, value: row[id] } });
    });
  }, [isWrong, name, id, getValues, getFieldState, register]);
  const label = settings.label || settings.name;
  return (
    <span className={classes.sum}>
      <span data-wrong={isWrong || undefined} role="status">
        {label}: {sumText(sum)}
        {required !== null && ` of ${sumText(required)}`}
      </span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDice size={14} aria-hidden />}
        disabled={sum <= 0}
        onClick={open}
      >
        Roll 10,000
      </Button>
      {hasOpened && (
        <DropsDialog
          opened={isOpen}
          onClose={close}
          label={label}
          nodes={nodes}
          weightId={id}
          table={table}
          readRows={() => rowsOf(getValues(name))}
        />
      )}
    </span>
  );
}
