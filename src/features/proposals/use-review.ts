import type { ProposalCheck } from '@quartermaster/contract/endpoints/proposals.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { proposalQueries } from '../../shared/data/proposals.ts';
import { useRequest } from '../../shared/services/request.ts';
import { hasDecisions, newReview, renewed } from './review.ts';

/** What the user decides about an open proposal. Once its check changes, decisions that do not fit any more are dropped. */
export function useReview(proposalId: number, check: ProposalCheck) {
  const [review, setReview] = useState(() => newReview(check));
  const isBehind = review.fingerprint !== check.fingerprint;
  const needsRows = isBehind && hasDecisions(review);
  const rows = useQuery({
    ...proposalQueries.allRows(useRequest(), useInstanceId(), proposalId, check.fingerprint),
    enabled: needsRows,
  });
  // Without its rows no decision is known to fit.
  if (isBehind && (!needsRows || rows.data || rows.error)) setReview(renewed(review, check, rows.data ?? []));
  return { review, setReview, isBehind };
}
