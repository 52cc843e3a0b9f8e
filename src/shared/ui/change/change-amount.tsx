import { count } from '../count.ts';
import classes from './change-amount.module.css';
import { ChangeCounts, type ChangeCountsValue } from './change-mark.tsx';

/** How much was changed: items, templates and the navigation. */
interface Amount extends ChangeCountsValue {
  templates: number;
  menu: boolean;
}

/** How much a sync or other changes have changed. */
export const ChangeAmount = ({ counts }: { counts: Amount }) => (
  <span className={classes.amount}>
    <ChangeCounts counts={counts} />
    {counts.templates > 0 && <span>{count(counts.templates, 'template')}</span>}
    {counts.menu && <span>Navigation</span>}
  </span>
);
