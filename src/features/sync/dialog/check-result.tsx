import type { Side } from '@quartermaster/contract/endpoints/sync.ts';
import { Problem } from '../../../shared/ui/dialog/problem.tsx';
import { CheckProblems, type CheckProblemsProps } from './check-problems.tsx';
import { ConflictList } from './conflict-list.tsx';
import type { Decide, Decisions } from './decisions.ts';
import { lossesOf } from './losses.tsx';
import { UntranslatedTexts } from './untranslated.tsx';

interface CheckResultProps extends CheckProblemsProps {
  /** The names of the two sides of a conflict. */
  sides: Record<Side, string>;
  decisions: Decisions;
  onDecide: Decide;
  /** The instance with the target's content, for deciding conflicts by field; undefined where that is not possible. */
  targetId?: number | undefined;
}

/** The result of a check: problems, losses, and conflicts to decide. */
export function CheckResult({ sides, decisions, onDecide, targetId, ...problems }: CheckResultProps) {
  const { check, target } = problems;
  const losses = lossesOf(check, targetId);
  const to = target.toLowerCase();
  return (
    <>
      <CheckProblems {...problems} />
      {losses.length > 0 && <Problem tone="loss" title={`Removed from ${to}`} lines={losses} total={losses.length} />}
      {check.untranslated && <UntranslatedTexts {...check.untranslated} />}
      {(check.conflicts.count > 0 || check.menu_conflict) && (
        <ConflictList
          check={check}
          target={to}
          targetId={targetId}
          sides={sides}
          decisions={decisions}
          onDecide={onDecide}
        />
      )}
    </>
  );
}
