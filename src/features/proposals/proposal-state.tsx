import { Badge } from '@mantine/core';
import type { ProposalState } from '@quartermaster/contract/endpoints/proposals.ts';

/** The names of the states, in the order in which they are offered. */
export const stateNames: Readonly<Record<ProposalState, { label: string; color: string }>> = {
  open: { label: 'Open', color: 'indigo' },
  applied: { label: 'Applied', color: 'green' },
  declined: { label: 'Declined', color: 'gray' },
};

/** Whether a proposal is open, was applied or declined. */
export const ProposalStateBadge = ({ state }: { state: ProposalState }) => (
  <Badge variant="light" color={stateNames[state].color} radius="sm" tt="none" miw="max-content">
    {stateNames[state].label.toLowerCase()}
  </Badge>
);
