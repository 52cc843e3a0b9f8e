import classes from './import.module.css';

const steps = ['Source', 'Columns', 'Check'] as const;

/** Where the user is in an import. */
export type ImportStep = (typeof steps)[number];

/** The steps of an import, of which one is current. */
export const ImportSteps = ({ current }: { current: ImportStep }) => (
  <ol className={classes.steps} aria-label="Steps">
    {steps.map((step, index) => (
      <li key={step} aria-current={step === current ? 'step' : undefined}>
        <span className={classes.number}>{index + 1}</span> {step}
      </li>
    ))}
  </ol>
);
