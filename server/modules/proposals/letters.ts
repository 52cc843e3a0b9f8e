import type { Environment } from '@quartermaster/contract/access.ts';
import { proposalPath } from '@quartermaster/contract/paths.ts';
import type { Letter } from '../../core/mail/mail-text.ts';

interface DecisionMail {
  to: string;
  by: string;
  project: string;
  env: Environment;
  title: string;
  state: 'applied' | 'declined';
  note: string;
  instanceId: number;
  proposalId: number;
}

/** Informs the proposer of the decision. */
export const decisionLetter = ({ state, ...proposal }: DecisionMail): Letter => ({
  kind: 'notice',
  to: proposal.to,
  subject: `Your proposal “${proposal.title}” was ${state}`,
  headline: `Your proposal for ${proposal.project} was ${state}`,
  sentences: [
    state === 'applied'
      ? `${proposal.by} has applied “${proposal.title}” in ${proposal.env}.`
      : `${proposal.by} has declined “${proposal.title}”. Nothing was changed in ${proposal.env}.`,
    ...(proposal.note === '' ? [] : [`${proposal.by} writes: ${proposal.note}`]),
  ],
  button: { label: 'Open the proposal', path: proposalPath(proposal.proposalId, proposal.instanceId) },
  note: 'You get this mail because you, or a token that you have made, proposed the changes.',
});
