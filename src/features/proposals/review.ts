import type { ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import type { ProposalCheck, ProposedRow } from '@quartermaster/contract/endpoints/proposals.ts';
import {
  conflictsOf,
  type Decided,
  openQuestion,
  toDecisions,
  undecided,
} from '../../shared/checked-rows/decisions.ts';
import { type OutcomeCounts, outcomes } from '../../shared/checked-rows/outcomes.ts';
import { count } from '../../shared/ui/count.ts';

/** A row that is not applied. */
interface LeftOut {
  outcome: ImportOutcome;
  itemId: number | null;
}

/** What a person has decided about an open proposal. */
export interface Review {
  /** The fingerprint of the check that the decisions are about. */
  fingerprint: string;
  decided: Decided;
  /** By line. */
  leftOut: ReadonlyMap<number, LeftOut>;
  /** True if the check has changed since the page was opened, and the user may not have noticed it. */
  isRenewed: boolean;
}

/** The review of a proposal before anything is decided. */
export const newReview = ({ fingerprint }: ProposalCheck): Review => ({
  fingerprint,
  decided: undecided,
  leftOut: new Map(),
  isRenewed: false,
});

/** True if there are decisions that another check may not fit. */
export const hasDecisions = ({ decided, leftOut }: Review): boolean => decided.items.size > 0 || leftOut.size > 0;

/**
 * The review of a proposal whose check has changed. Decisions about items that are still the same stay, and so do rows that are left out; a
 * decision about all conflicts would also be one about conflicts that nobody has seen.
 */
export function renewed(review: Review, { fingerprint, counts }: ProposalCheck, rows: readonly ProposedRow[]): Review {
  const { decided, leftOut } = review;
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const byItem = new Map(rows.flatMap((row) => (row.item_id === null ? [] : [[row.item_id, row] as const])));
  const items = [...decided.items].filter(([id, { conflicts, version }]) => {
    const row = byItem.get(id);
    return row?.outcome === 'conflict' && row.version === version && `${conflictsOf(row)}` === `${conflicts}`;
  });
  return {
    fingerprint,
    decided: {
      others: undefined,
      items: new Map(items),
      leaveOutRefused: decided.leaveOutRefused && counts.refused > 0,
    },
    leftOut: new Map(
      [...leftOut].map(([line, before]) => {
        const row = byLine.get(line);
        return [line, row ? { outcome: row.outcome, itemId: row.item_id } : before];
      }),
    ),
    isRenewed: true,
  };
}

/** The review with a row left out, or applied again. */
export function withRow(
  review: Review,
  row: Pick<ProposedRow, 'line' | 'outcome' | 'item_id'>,
  isLeftOut: boolean,
): Review {
  const leftOut = new Map(review.leftOut);
  if (isLeftOut) leftOut.set(row.line, { outcome: row.outcome, itemId: row.item_id });
  else leftOut.delete(row.line);
  return { ...review, leftOut };
}

/** How many rows of each outcome are not left out. */
function takenCounts(counts: OutcomeCounts, leftOut: Review['leftOut']): OutcomeCounts {
  const taken = { ...counts };
  for (const { outcome } of leftOut.values()) taken[outcome] -= 1;
  return taken;
}

/** The decisions about items whose rows are not left out. */
function takenDecisions({ decided, leftOut }: Review): Decided {
  const left = new Set([...leftOut.values()].map(({ itemId }) => itemId));
  return { ...decided, items: new Map([...decided.items].filter(([id]) => !left.has(id))) };
}

/** How many items applying a proposal changes. */
export function appliedItems({ counts }: ProposalCheck, { leftOut }: Review): number {
  const { added, changed, conflict } = takenCounts(counts, leftOut);
  return added + changed + conflict;
}

/** Why a proposal cannot be applied yet, as a sentence; undefined if it can. */
export const questionOf = (check: ProposalCheck, review: Review): string | undefined =>
  openQuestion(takenCounts(check.counts, review.leftOut), takenDecisions(review), 'decline the proposal');

/** A review as it is sent. */
export function toBody(review: Review) {
  const leave_out = [...review.leftOut.keys()];
  return {
    ...toDecisions(takenDecisions(review)),
    ...(leave_out.length > 0 && { leave_out }),
    fingerprint: review.fingerprint,
  };
}

const words: Record<ImportOutcome, string> = {
  added: 'new',
  changed: 'changed',
  conflict: 'in conflict',
  refused: 'refused',
  unchanged: 'without a change',
};

/** How many rows of each outcome there are, as text: `3 new, 195 changed, 2 in conflict`. */
export const countsText = (counts: OutcomeCounts): string =>
  outcomes
    .toSorted((a, b) => Number(a === 'unchanged') - Number(b === 'unchanged'))
    .flatMap((outcome) => (counts[outcome] > 0 ? [`${count(counts[outcome], words[outcome], words[outcome])}`] : []))
    .join(', ');
