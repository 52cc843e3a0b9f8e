import { Button } from '@mantine/core';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { UpgradeButton } from '../../../shared/billing/upgrade-button.tsx';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { memberQueries, useResendInvitation, type WorkspacePerson } from '../../../shared/data/people/members.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { useRowFocus } from '../../../shared/table/use-row-focus.ts';
import { useLast } from '../../../shared/ui/hooks/use-last.ts';
import { useNarrow } from '../../../shared/ui/hooks/use-narrow.ts';
import { IconUserPlus } from '../../../shared/ui/icons/user-plus.ts';
import { ActionsSpace, PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { personColumns } from './person-columns.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { UpdateRoleDialog } from './update-role-dialog.tsx';
import { type LeaveWorkspace, useLeaveWorkspace } from './use-leave-workspace.ts';
import { type PersonAction, usePowers } from './use-powers.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** The members and pending invitations of a workspace. */
export function MembersPage() {
  const workspace = useWorkspace();
  // Another workspace has its own list.
  return <Members key={workspace.id} />;
}

const rowId = ({ kind, id }: WorkspacePerson) => `${kind}${id}`;

interface OpenDialog {
  action: Exclude<PersonAction, 'resend'>;
  person: WorkspacePerson;
}

function Members() {
  const { id, name } = useWorkspace();
  const request = useRequest();
  const address = useListAddress();
  const query = { search: address.searched, ...address.pageQuery };
  const page = useQuery(memberQueries.list(request, id, query));
  const { data: self } = useQuery(accountQueries.get(request));
  const { mutate: resend } = useResendInvitation(id);
  const powers = usePowers();
  const leave = useLeaveWorkspace();
  const { page: around, onClosed } = useRowFocus();
  const isNarrow = useNarrow(useServices().root);
  const [isInviting, setInviting] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const columns = useMemo(() => {
    const act = (action: PersonAction, person: WorkspacePerson) => {
      if (action === 'resend') resend(person.id);
      else setDialog({ action, person });
    };
    return personColumns({ powers, act, selfId: self?.id, isNarrow });
  }, [powers, resend, self?.id, isNarrow]);
  return (
    <ListLayout {...around}>
      <PageHeader
        title={texts.workspaceMembers}
        back={{ label: name, to: pathTo(paths.workspace, { workspaceId: id }) }}
        actions={<InviteButton onInvite={() => setInviting(true)} />}
      />
      <ListTable label="Members" one="member" columns={columns} rowId={rowId} page={page} address={address} />
      <InviteDialog opened={isInviting} onClose={() => setInviting(false)} />
      <PersonDialogs
        dialog={dialog}
        selfId={self?.id}
        leave={leave}
        onClosed={onClosed}
        onClose={() => setDialog(null)}
      />
    </ListLayout>
  );
}

function InviteButton({ onInvite }: { onInvite: () => void }) {
  const workspace = useWorkspace();
  const refusal = useRefusal(members.invite, workspace);
  if (refusal === 'plan') return <UpgradeButton label="Invite member" feature="inviteMembers" workspace={workspace} />;
  if (refusal === 'unknown') return <ActionsSpace width={155} />;
  if (refusal !== null) return null;
  return (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={onInvite}>
      Invite member
    </Button>
  );
}

interface PersonDialogsProps {
  dialog: OpenDialog | null;
  selfId: number | undefined;
  leave: LeaveWorkspace;
  onClosed: () => void;
  onClose: () => void;
}

function PersonDialogs({ dialog, selfId, leave, onClosed, onClose }: PersonDialogsProps) {
  const person = useLast(dialog)?.person;
  const member = person?.kind === 'member' ? person : null;
  const isSelf = member !== null && member.id === selfId;
  return (
    <>
      <UpdateRoleDialog
        opened={dialog?.action === 'update'}
        member={member}
        isSelf={isSelf}
        leave={leave}
        onClosed={onClosed}
        onClose={onClose}
      />
      {member && (
        <RemoveMemberDialog
          key={member.id}
          opened={dialog?.action === 'remove'}
          member={member}
          isSelf={isSelf}
          leave={leave}
          onClosed={onClosed}
          onClose={onClose}
        />
      )}
      {person?.kind === 'invitation' && (
        <WithdrawDialog
          key={person.id}
          opened={dialog?.action === 'withdraw'}
          invitation={person}
          onClosed={onClosed}
          onClose={onClose}
        />
      )}
    </>
  );
}
