import { Alert, Button } from '@mantine/core';
import { type Proposal, proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { Can } from '../../shared/access/can.tsx';
import { ProposalFacts } from './proposal-facts.tsx';
import { ProposalHeader } from './proposal-header.tsx';

interface UncheckedProposalProps {
  proposal: Proposal;
  /** Why it cannot be checked. */
  problem: string | null;
  onDecline: () => void;
}

/** An open proposal that cannot be checked any more, such as one about a deleted template: it can only be declined. */
export const UncheckedProposal = ({ proposal, problem, onDecline }: UncheckedProposalProps) => (
  <>
    <ProposalHeader
      title={proposal.title}
      actions={
        <Can do={proposals.decline}>
          <Button variant="default" onClick={onDecline}>
            Decline…
          </Button>
        </Can>
      }
    />
    <ProposalFacts proposal={proposal} />
    <Alert color="red" variant="light" role="alert" title="It cannot be applied">
      {problem ?? 'Its rows could not be checked. Reload the page, or decline it.'}
    </Alert>
  </>
);
