import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Proposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { changeSetPath } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { Can } from '../../shared/access/can.tsx';
import { undoAtOnce, useUndoChangeSet } from '../../shared/data/apply-changes.ts';
import { changeSetQueries } from '../../shared/data/change-sets.ts';
import { useRequest } from '../../shared/services/request.ts';
import { authorName } from '../../shared/ui/author-name.ts';
import { BusyButton } from '../../shared/ui/busy-button.tsx';
import { dateTime } from '../../shared/ui/date-time.ts';
import { IconArrowBackUp } from '../../shared/ui/icons/arrow-back-up.ts';
import { TextLink } from '../../shared/ui/link-button.tsx';
import { ProposalFacts } from './proposal-facts.tsx';
import { ProposalHeader } from './proposal-header.tsx';
import classes from './proposals.module.css';
import { ProposedTemplate } from './proposed-template.tsx';

interface DecidedProposalProps {
  proposal: Proposal;
  /** Called when its buttons may have been unmounted. */
  onRendered: () => void;
}

/** A proposal that was applied or declined. */
export function DecidedProposal({ proposal, onRendered }: DecidedProposalProps) {
  const { id, title, state, templates, decided_by, decided_at, decision_note, change_set_id } = proposal;
  const isApplied = state === 'applied';
  return (
    <>
      <ProposalHeader
        title={title}
        actions={change_set_id !== null && <Undo changeSetId={change_set_id} onRendered={onRendered} />}
      />
      <ProposalFacts proposal={proposal} />
      <div className={classes.facts} role="status">
        <span>
          {isApplied ? 'Applied' : 'Declined'} by <strong>{authorName(decided_by?.name ?? null, 'within')}</strong>
          {decided_at !== null && `, ${dateTime(decided_at)}`}
        </span>
        {change_set_id !== null && <ChangeSetLinks changeSetId={change_set_id} />}
        {isApplied && change_set_id === null && <span>Nothing has changed.</span>}
      </div>
      {decision_note && (
        <blockquote className={classes.words} aria-label="Note of the decision">
          {decision_note}
        </blockquote>
      )}
      {!isApplied &&
        templates.map((template) => (
          <ProposedTemplate
            key={template.template_id}
            proposalId={id}
            template={template}
            check={null}
            controls={undefined}
          />
        ))}
    </>
  );
}

/** Links to what was changed, and to its undo. */
function ChangeSetLinks({ changeSetId }: { changeSetId: number }) {
  const instanceId = useInstanceId();
  const { data } = useQuery(changeSetQueries.get(useRequest(), instanceId, changeSetId));
  const undo = data?.undone_by ?? null;
  return (
    <>
      <TextLink to={changeSetPath(changeSetId, instanceId)}>Show the changes</TextLink>
      {undo !== null && <TextLink to={changeSetPath(undo, instanceId)}>Undone by changes {undo}</TextLink>}
    </>
  );
}

function Undo({ changeSetId, onRendered }: { changeSetId: number; onRendered: () => void }) {
  const instanceId = useInstanceId();
  const { data } = useQuery(changeSetQueries.get(useRequest(), instanceId, changeSetId));
  const undo = useUndoChangeSet(instanceId);
  useEffect(onRendered);
  if (!data?.can_undo) return null;
  return (
    <Can do={changeSets.undo}>
      <BusyButton
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        isBusy={undo.isPending}
        onClick={() => {
          if (!undo.isPending) undo.mutate(undoAtOnce(changeSetId));
        }}
      >
        Undo
      </BusyButton>
    </Can>
  );
}
