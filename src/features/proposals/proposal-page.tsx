import { Skeleton } from '@mantine/core';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../shared/access/addressed-instance.tsx';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { SubjectComments } from '../../shared/comments/subject-comments.tsx';
import { proposalQueries } from '../../shared/data/proposals.ts';
import { asCheck } from '../../shared/http/checks.ts';
import { queryKeys } from '../../shared/http/query-keys.ts';
import { useRequest } from '../../shared/services/request.ts';
import { useFocusFallback } from '../../shared/ui/hooks/use-focus-fallback.ts';
import { CheckAgain } from '../../shared/ui/page/check-again.tsx';
import { NotLoaded } from '../../shared/ui/page/not-loaded.tsx';
import { useIdParam } from '../../shared/ui/page/use-id-param.ts';
import { DecidedProposal } from './decided-proposal.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { OpenProposal } from './open-proposal.tsx';
import { ProposalHeader } from './proposal-header.tsx';
import classes from './proposals.module.css';
import { UncheckedProposal } from './unchecked-proposal.tsx';

const header = <ProposalHeader title="Proposal" />;

/** A proposal: what it changes, row by row, and the buttons that apply, decline and undo it. */
export function ProposalPage() {
  const id = useIdParam('proposalId');
  if (id === null) return <Navigate to={paths.notFound} replace />;
  return (
    <AddressedInstance>
      <RequireAccess to={proposals.get} pending={header}>
        <OneProposal key={id} id={id} />
      </RequireAccess>
    </AddressedInstance>
  );
}

function OneProposal({ id }: { id: number }) {
  const query = useQuery(asCheck(proposalQueries.get(useRequest(), useInstanceId(), id)));
  if (query.data) return <LoadedProposal {...query.data} />;
  return (
    <>
      {header}
      <NotLoaded query={query} title="The proposal could not be loaded">
        <Skeleton height={360} />
      </NotLoaded>
    </>
  );
}

function LoadedProposal({ proposal, check, problem }: Output<typeof proposals.get>) {
  const page = useRef<HTMLDivElement>(null);
  // Its buttons unmount once it is applied or declined.
  const { props, onRendered, onClosed } = useFocusFallback(page);
  const [isDeclining, setDeclining] = useState(false);
  return (
    <SubjectComments of={{ about: 'proposal', subject_id: proposal.id }}>
      <div ref={page} className={classes.page} tabIndex={-1} {...props}>
        <CheckAgain queryKey={queryKeys.instance.proposals(useInstanceId())} />
        {proposal.state !== 'open' && <DecidedProposal proposal={proposal} onRendered={onRendered} />}
        {proposal.state === 'open' &&
          (check ? (
            <OpenProposal
              proposal={proposal}
              check={check}
              onDecline={() => setDeclining(true)}
              onRendered={onRendered}
            />
          ) : (
            <UncheckedProposal proposal={proposal} problem={problem} onDecline={() => setDeclining(true)} />
          ))}
      </div>
      {/* Outside the page element, as its events would bubble to it. */}
      <DeclineDialog
        opened={isDeclining}
        proposalId={proposal.id}
        by={proposal.by.name}
        onClose={() => setDeclining(false)}
        onClosed={onClosed}
      />
    </SubjectComments>
  );
}
