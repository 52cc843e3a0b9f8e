import { Alert, Button } from '@mantine/core';
import { permissions } from '@quartermaster/contract/access.ts';
import { type Proposal, type ProposalCheck, proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { Can } from '../../shared/access/can.tsx';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import type { RowControls } from '../../shared/checked-rows/checked-row.tsx';
import { decide } from '../../shared/checked-rows/decisions.ts';
import { ConflictsQuestion, RefusedQuestion } from '../../shared/checked-rows/questions.tsx';
import { useApplyProposal } from '../../shared/data/proposals.ts';
import { isChanged } from '../../shared/http/changed.ts';
import { BusyButton } from '../../shared/ui/busy-button.tsx';
import { count } from '../../shared/ui/count.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { DrawnProposal } from './drawn-proposal.tsx';
import { ProposalFacts } from './proposal-facts.tsx';
import { ProposalHeader } from './proposal-header.tsx';
import classes from './proposals.module.css';
import { ProposedTemplate } from './proposed-template.tsx';
import { RefusedRows, refusedBy } from './refused-rows.tsx';
import { appliedItems, countsText, questionOf, toBody, withRow } from './review.ts';
import { useReview } from './use-review.ts';

interface OpenProposalProps {
  proposal: Proposal;
  check: ProposalCheck;
  onDecline: () => void;
  /** Called when its buttons may have been unmounted. */
  onRendered: () => void;
}

const appliedText = (items: number): string =>
  items === 0
    ? 'The proposal was applied, and has changed nothing'
    : `${count(items, 'item')} of the proposal ${items === 1 ? 'was' : 'were'} applied`;

const names = { new: 'Proposal', current: 'Current' };

/** What an open proposal would do, and the decisions about it. */
export function OpenProposal({ proposal, check, onDecline, onRendered }: OpenProposalProps) {
  const { id, title, templates } = proposal;
  const instanceId = useInstanceId();
  const mayDecide = useRefusal(proposals.apply) === null;
  const { review, setReview, isBehind } = useReview(id, check);
  const { decided, leftOut, isRenewed } = review;
  const apply = useApplyProposal(instanceId, id, appliedText);
  const refused = refusedBy(apply.error);
  const stillRefused = refused.filter(({ line }) => !leftOut.has(line));
  // Then the rows already show what it would do now.
  const isRechecked = apply.variables?.fingerprint !== check.fingerprint;
  const isAnswered =
    refused.length > 0 ? isRechecked || stillRefused.length === 0 : isRechecked && isChanged(apply.error);
  useEffect(onRendered);
  const items = appliedItems(check, review);
  const question = questionOf(check, review);
  const controls = useMemo(
    (): RowControls => ({
      decided,
      names,
      onDecide: (item, fieldIds, side) =>
        setReview((before) => ({ ...before, decided: decide(before.decided, item, fieldIds, side) })),
      leftOut: {
        has: (line) => leftOut.has(line),
        onChange: (row, isLeftOut) => setReview((before) => withRow(before, row, isLeftOut)),
      },
    }),
    [decided, leftOut, setReview],
  );
  const questions = {
    counts: check.counts,
    decided,
    onChange: (change: Partial<typeof decided>) =>
      setReview((before) => ({ ...before, decided: { ...before.decided, ...change } })),
  };
  const send = () => apply.isPending || apply.mutate(toBody(review));
  return (
    <>
      <ProposalHeader
        title={title}
        actions={
          <Can do={proposals.apply}>
            <Button variant="default" disabled={apply.isPending} onClick={onDecline}>
              Decline…
            </Button>
            <BusyButton
              variant="filled"
              isBusy={apply.isPending}
              isIdle={question !== undefined || isBehind}
              onClick={() => void send()}
            >
              {items === 0 ? 'Apply' : `Apply ${count(items, 'item')}`}
            </BusyButton>
          </Can>
        }
      />
      <ProposalFacts proposal={proposal} />
      {isRenewed && (
        <Renewed onClose={() => setReview((before) => ({ ...before, isRenewed: false }))}>
          Its items were changed in the meantime. The rows show what it would do now. Decisions that still fit were
          kept; check the others again.
        </Renewed>
      )}
      {!isAnswered && (
        <ErrorCallout error={apply.error}>
          {stillRefused.length > 0 && (
            <RefusedRows
              proposalId={id}
              fingerprint={check.fingerprint}
              rows={stillRefused}
              onLeaveOut={(rows) => setReview((before) => rows.reduce((all, row) => withRow(all, row, true), before))}
            />
          )}
        </ErrorCallout>
      )}
      <p className={classes.counts}>
        {countsText(check.counts)}
        {leftOut.size > 0 && `; ${count(leftOut.size, 'row')} left out`}
      </p>
      <Can do={proposals.apply} otherwise={<Onlookers />}>
        <ConflictsQuestion {...questions} source="proposal" />
        <RefusedQuestion {...questions} />
        <p className={classes.question} role="status">
          {question}
        </p>
      </Can>
      <DrawnProposal proposal={proposal} review={review} />
      {templates.map((template) => (
        <ProposedTemplate
          key={template.template_id}
          proposalId={id}
          template={template}
          check={check}
          controls={mayDecide ? controls : undefined}
        />
      ))}
    </>
  );
}

const Renewed = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Alert color="amber" variant="light" role="alert" withCloseButton closeButtonLabel="Close" onClose={onClose}>
    {children}
  </Alert>
);

/** For users who may not decide about proposals. */
const Onlookers = () => (
  <p className={classes.counts}>
    Members whose roles include “{permissions.CREATE_ITEM.label}” can apply or decline it. An admin of the workspace can
    give you such a role.
  </p>
);
