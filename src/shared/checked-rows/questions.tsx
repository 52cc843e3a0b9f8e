import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { count } from '../ui/count.ts';
import classes from './checked-rows.module.css';
import type { Decided } from './decisions.ts';
import type { OutcomeCounts } from './outcomes.ts';
import { SideChoice } from './side-choice.tsx';

interface QuestionsProps {
  counts: OutcomeCounts;
  decided: Decided;
  /** What the new values come from: `file`. */
  source: string;
  onChange: (change: Partial<Decided>) => void;
  /** What else can be done about refused rows. */
  children?: ReactNode;
}

/** Decisions about all conflicts and all refused rows. */
export const Questions = ({ counts: { conflict, refused }, decided, source, onChange, children }: QuestionsProps) => (
  <>
    {conflict > 0 && (
      <SideChoice
        label="Values that others have changed, too, unless decided in their row"
        names={{ new: `Take from the ${source}`, current: 'Keep the current' }}
        value={decided.others}
        onChange={(others) => onChange({ others })}
      />
    )}
    {refused > 0 && (
      <div className={classes.question}>
        <Checkbox
          label={`Leave out ${count(refused, 'refused row')}`}
          checked={decided.leaveOutRefused}
          onChange={({ currentTarget }) => onChange({ leaveOutRefused: currentTarget.checked })}
        />
        {children}
      </div>
    )}
  </>
);
