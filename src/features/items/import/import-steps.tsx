import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '../../../shared/ui/icons/check.ts';
import classes from './import.module.css';

const steps = ['Source', 'Columns', 'Check'] as const;

/** Where the user is in an import. */
export type ImportStep = (typeof steps)[number];

/** The steps of an import, of which one is current; those before it have a tick. */
export const ImportSteps = ({ current }: { current: ImportStep }) => (
  <ol className={classes.steps} aria-label="Steps">
    {steps.map((step, index) => {
      const isDone = index < steps.indexOf(current);
      return (
        <li key={step} aria-current={step === current ? 'step' : undefined} data-is-done={isDone || undefined}>
          <span className={classes.number}>{isDone ? <IconCheck size={14} aria-hidden /> : index + 1}</span> {step}
          {isDone && <VisuallyHidden>, done</VisuallyHidden>}
        </li>
      );
    })}
  </ol>
);
