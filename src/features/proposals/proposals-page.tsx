import { type ProposalState, proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { proposalDays } from '@quartermaster/contract/rules/proposals.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../shared/access/addressed-instance.tsx';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { proposalQueries } from '../../shared/data/proposals.ts';
import { useRequest } from '../../shared/services/request.ts';
import { ListLayout } from '../../shared/table/list/list-layout.tsx';
import { ListTable } from '../../shared/table/list/list-table.tsx';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import { LinkTabs } from '../../shared/ui/link-tabs.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { proposalColumns } from './proposal-columns.tsx';
import { useProposalsAddress } from './use-proposals-address.ts';

/** The proposals to the active instance, which people apply or decline. */
export const ProposalsPage = () => (
  <AddressedInstance>
    <RequireAccess to={proposals.list} pending={<ProposalsHeader />}>
      <Proposals />
    </RequireAccess>
  </AddressedInstance>
);

function ProposalsHeader() {
  const context = useInstanceContext();
  return (
    <PageHeader
      title={texts.proposals}
      back={{ label: context?.workspace.name ?? 'Dashboard', to: paths.home }}
      isInSidebar
      nextToTitle={context && <EnvBadge env={context.env} />}
    />
  );
}

const rowId = ({ id }: { id: number }) => String(id);

const retention = `It stays here for ${proposalDays.decided} days.`;

const empty: Record<ProposalState, readonly [title: string, message: string]> = {
  open: [
    'No open proposals',
    'Assistants, pipelines and members without the right to save propose changes here. Apply or decline them.',
  ],
  applied: ['No applied proposals', `Once someone applies a proposal, it can be undone as a whole. ${retention}`],
  declined: ['No declined proposals', `A declined proposal has changed nothing. ${retention}`],
};

function Proposals() {
  const address = useProposalsAddress();
  const instanceId = useInstanceId();
  const page = useQuery(proposalQueries.list(useRequest(), instanceId, address.pageQuery));
  const columns = useMemo(() => proposalColumns(instanceId), [instanceId]);
  const [title, message] = empty[address.state];
  return (
    <ListLayout>
      <ProposalsHeader />
      <LinkTabs label="State of the proposals" tabs={address.tabs} current={address.state} />
      <ListTable
        label={texts.proposals}
        columns={columns}
        rowId={rowId}
        page={page}
        address={address}
        empty={<EmptyState title={title} message={message} />}
      />
    </ListLayout>
  );
}
