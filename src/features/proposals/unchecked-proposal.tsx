import { Alert, Button } from '@mantine/core';
import { type Proposal, proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { Can } from '../../shared/access/can.tsx';
import type { Crumb } from '../../shared/services/services.ts';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { ProposalFacts } from './proposal-facts.tsx';

interface UncheckedProposalProps {
  proposal: Proposal;
  /** Why it cannot be checked. */
  problem: string | null;
  back: Crumb;
  onDecline: () => void;
}

/** An open proposal that cannot be checked any more, such as one about a deleted template: it can only be declined. */
export const UncheckedProposal = ({ proposal, problem, back, onDecline }: UncheckedProposalProps) => (
  <>
    <PageHeader
      title={proposal.title}
      back={back}
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
