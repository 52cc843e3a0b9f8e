import { Skeleton, Text } from '@mantine/core';
import type { Role, RoleDetail } from '@quartermaster/contract/endpoints/people/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { roleQueries, useDeleteRole } from '../../../shared/data/people/roles.ts';
import { type Option, SearchSelect, useSearchSelect } from '../../../shared/form/search-select.tsx';
import { HttpError, withoutFields } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import classes from '../settings.module.css';

interface DeleteRoleDialogProps {
  opened: boolean;
  onClose: () => void;
  role: Role;
  onClosed: () => void;
}

/** Lists which members have a role and where, and asks for a replacement before it is deleted. */
export const DeleteRoleDialog = ({ opened, onClosed, ...content }: DeleteRoleDialogProps) => (
  <FormDialog opened={opened} onClose={content.onClose} title="Delete role" onClosed={onClosed}>
    <DeleteRole {...content} />
  </FormDialog>
);

function DeleteRole({ onClose, role }: Omit<DeleteRoleDialogProps, 'opened' | 'onClosed'>) {
  const loaded = useQuery(roleQueries.get(useRequest(), useWorkspace().id, role.id));
  if (loaded.data) return <DeleteRoleForm role={loaded.data} onClose={onClose} />;
  return (
    <NotLoaded query={loaded} title="The role could not be loaded">
      <Skeleton height={140} />
    </NotLoaded>
  );
}

interface DeleteRoleFormProps {
  onClose: () => void;
  role: RoleDetail;
}

function DeleteRoleForm({ onClose, role }: DeleteRoleFormProps) {
  const { id: workspaceId } = useWorkspace();
  const { mutate, isPending, error, reset } = useDeleteRole(workspaceId, role.name);
  const [replacement, setReplacement] = useState<Option | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { role_id: role.id, ...(replacement && { replacement_role_id: replacement.id }) };
    mutate(body, { onSuccess: onClose });
  };
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Delete role" isSubmitting={isPending} danger>
      <ErrorCallout error={error instanceof HttpError ? withoutFields(error, isOfReplacement) : error} />
      {role.holders === 0 ? (
        <Text size="sm">
          No member has <strong>{role.name}</strong>. It is deleted permanently.
        </Text>
      ) : (
        <>
          <div>
            <Text size="sm">
              {count(role.holders, 'person holds', 'people hold')} <strong>{role.name}</strong> in these instances. They
              lose what it allows{replacement && `, and get ${replacement.label} instead`}.
            </Text>
            <ul className={classes.holders}>
              {role.instances.map(({ instance_id, project_name, env, holders }) => (
                <li key={instance_id}>
                  <span className={classes.value} title={project_name}>
                    {project_name}
                  </span>
                  <EnvBadge env={env} />
                  <span className={classes.amount}>{count(holders, 'person', 'people')}</span>
                </li>
              ))}
            </ul>
          </div>
          <ReplacementSelect
            without={role.id}
            value={replacement}
            onChange={(next) => {
              setReplacement(next);
              reset();
            }}
            wrong={error instanceof HttpError ? error.body.fields?.replacement_role_id : undefined}
          />
        </>
      )}
    </DialogForm>
  );
}

const isOfReplacement = (path: string) => path === 'replacement_role_id';

interface ReplacementSelectProps {
  /** The id of the role to delete. */
  without: number;
  value: Option | null;
  onChange: (role: Option | null) => void;
  wrong: string | undefined;
}

function ReplacementSelect({ without, value, onChange, wrong }: ReplacementSelectProps) {
  const search = useSearchSelect(value);
  const query = roleQueries.search(useRequest(), useWorkspace().id, search.text);
  const { data, error } = useQuery(search.isWanted ? query : { ...query, enabled: false });
  const found = data?.filter(({ id }) => id !== without).map(({ id, name }) => ({ id, label: name }));
  return (
    <SearchSelect
      label="Replacement role"
      description="Members with the deleted role get this one instead, in the same instances."
      placeholder="None"
      value={value}
      onChange={onChange}
      found={found}
      error={error}
      wrong={wrong}
      search={search}
    />
  );
}
