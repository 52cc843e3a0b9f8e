import { IconCircle } from '../../shared/ui/icons/circle.ts';
import { IconCircleCheck } from '../../shared/ui/icons/circle-check.ts';
import classes from './dashboard-card.module.css';

/** From an empty project to files that a game reads. */
export const contentSteps = ['Create a template', 'Create an item', 'Export, and let your game read the files'];

/** From a new account to these files. */
export const accountSteps = ['Create a workspace', 'Create a project', ...contentSteps];

interface StepsProps {
  steps: readonly string[];
  done: number;
}

/** All steps of a new user, with the current one. */
export function Steps({ steps, done }: StepsProps) {
  return (
    <ol className={classes.steps} aria-label="First steps">
      {steps.map((step, index) => {
        const Icon = index < done ? IconCircleCheck : IconCircle;
        return (
          <li key={step} className={classes.step} {...(index === done && { 'aria-current': 'step' })}>
            <Icon size={16} aria-label={index < done ? 'Done:' : undefined} aria-hidden={index >= done} />
            {step}
          </li>
        );
      })}
    </ol>
  );
}
