import { Checkbox } from '@mantine/core';
import { count } from '../ui/count.ts';
import type { Decided } from './decisions.ts';
import type { OutcomeCounts } from './outcomes.ts';
import { SideChoice } from './side-choice.tsx';

interface QuestionProps {
  counts: OutcomeCounts;
  decided: Decided;
  onChange: (change: Partial<Decided>) => void;
}

interface ConflictsQuestionProps extends QuestionProps {
  /** What the new values come from: `file`. */
  source: string;
}

/** The decision about all conflicts without one of their own. */
export const ConflictsQuestion = ({ counts: { conflict }, decided, source, onChange }: ConflictsQuestionProps) =>
  conflict > 0 && (
    <SideChoice
      label="Values that others have changed, too, unless decided in their row"
      names={{ new: `Take from the ${source}`, current: 'Keep the current' }}
      value={decided.others}
      onChange={(others) => onChange({ others })}
    />
  );

/** The decision about all refused rows. */
export const RefusedQuestion = ({ counts: { refused }, decided, onChange }: QuestionProps) =>
  refused > 0 && (
    <Checkbox
      label={`Leave out ${count(refused, 'refused row')}`}
      checked={decided.leaveOutRefused}
      onChange={({ currentTarget }) => onChange({ leaveOutRefused: currentTarget.checked })}
    />
  );
