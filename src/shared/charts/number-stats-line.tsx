import type { NumberStats } from '@quartermaster/contract/endpoints/items.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import classes from './stats.module.css';
import { statText } from './value-text.ts';

/** The statistics that charts name, in their order. */
export const statNames = ['mean', 'median', 'sum'] as const satisfies (keyof NumberStats)[];

/** Mean, median and sum of what a chart draws; a sum beyond the largest number is left out. */
export const NumberStatsLine = ({ stats, settings }: { stats: NumberStats | null; settings: FieldSettings }) => (
  <dl className={classes.stats}>
    {statNames.map((name) => {
      const value = stats?.[name] ?? null;
      return (
        value !== null && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{statText(value, settings)}</dd>
          </div>
        )
      );
    })}
  </dl>
);
