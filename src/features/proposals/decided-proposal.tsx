import { Alert, Button } from '@mantine/core';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Proposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { changeSetPath } from '@quartermaster/contract/paths.ts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { Can } from '../../shared/access/can.tsx';
import { changeSetQueries, undoAtOnce, useUndoChangeSet } from '../../shared/data/change-sets.ts';
import { useRequest } from '../../shared/services/request.ts';
import type { Crumb } from '../../shared/services/services.ts';
import { authorName } from '../../shared/ui/author-name.ts';
import { dateTime } from '../../shared/ui/date-time.ts';
import { TextLink } from '../../shared/ui/link-button.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { ProposalFacts } from './proposal-facts.tsx';
import classes from './proposals.module.css';
import { ProposedTemplate } from './proposed-template.tsx';

/** A proposal that was applied or declined. */
export function DecidedProposal({ proposal, back }: { proposal: Proposal; back: Crumb }) {
  const { id, title, state, templates, decided_by, decided_at, decision_note, change_set_id } = proposal;
  const isApplied = state === 'applied';
  return (
    <>
      <PageHeader title={title} back={back} actions={change_set_id !== null && <Undo changeSetId={change_set_id} />} />
      <ProposalFacts proposal={proposal} />
      <Alert color={isApplied ? 'green' : 'gray'} variant="light" role="status">
        {isApplied ? 'Applied' : 'Declined'} by <strong>{authorName(decided_by?.name ?? null, 'within')}</strong>
        {decided_at !== null && `, ${dateTime(decided_at)}`}
        {decision_note && <blockquote className={classes.words}>{decision_note}</blockquote>}
        {change_set_id !== null && <ChangeSetLinks changeSetId={change_set_id} />}
        {isApplied && change_set_id === null && <div>Nothing has changed.</div>}
      </Alert>
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
    <div className={classes.facts}>
      <TextLink to={changeSetPath(changeSetId, instanceId)}>Show the changes</TextLink>
      {undo !== null && <TextLink to={changeSetPath(undo, instanceId)}>Undone by changes {undo}</TextLink>}
    </div>
  );
}

function Undo({ changeSetId }: { changeSetId: number }) {
  const instanceId = useInstanceId();
  const { data } = useQuery(changeSetQueries.get(useRequest(), instanceId, changeSetId));
  const undo = useUndoChangeSet(instanceId);
  if (!data?.can_undo) return null;
  return (
    <Can do={changeSets.undo}>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        loading={undo.isPending}
        onClick={() => undo.mutate(undoAtOnce(changeSetId))}
      >
        Undo
      </Button>
    </Can>
  );
}
