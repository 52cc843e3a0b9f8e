import { MultiSelect } from '@mantine/core';
import { mayAssign } from '@quartermaster/contract/access.ts';
import type { Role } from '@quartermaster/contract/endpoints/people/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { roleQueries } from '../../../../shared/data/people/roles.ts';
import { useSearchSelect } from '../../../../shared/form/search-select.tsx';
import { errorText } from '../../../../shared/http/error-text.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { texts } from '../../../../shared/ui/texts.ts';
import { useProjectScope } from './use-project-scope.ts';

/** The parts of a role that this select needs. */
export type ChosenRole = Pick<Role, 'id' | 'name' | 'permissions'>;

interface RolesSelectProps {
  label: ReactNode;
  name: string;
  value: readonly number[];
  onChange: (roleIds: number[]) => void;
  /** The error of the choice. */
  wrong: string | undefined;
  /** Roles that are already loaded, to name those that the member has. */
  known: readonly ChosenRole[];
  /** The user's own permissions there: a role with more is listed, but cannot be chosen. */
  callerPermissions: readonly number[];
}

/** Selects a member's roles in one instance, from all roles of the workspace. */
export function RolesSelect({ label, name, value, onChange, wrong, known, callerPermissions }: RolesSelectProps) {
  const { workspaceId } = useProjectScope();
  const { typed, setTyped, sought, text, isWanted, want } = useSearchSelect(null);
  const search = roleQueries.search(useRequest(), workspaceId, text);
  const { data: found, error } = useQuery({ ...search, enabled: isWanted });
  // Chosen roles keep their names during later searches.
  const [chosen, setChosen] = useState<readonly ChosenRole[]>([]);
  const offered = new Set(found?.map(({ id }) => id));
  const seen = new Map([...known, ...chosen, ...(found ?? [])].map((role) => [role.id, role]));
  const options = [...seen.values()].filter(({ id }) => offered.has(id) || value.includes(id));
  return (
    <MultiSelect
      label={label}
      labelProps={{ mb: 4 }}
      aria-label={name}
      error={wrong}
      placeholder={value.length === 0 ? 'No role' : ''}
      searchable
      clearable
      hidePickedOptions
      data={options.map((role) => ({
        value: String(role.id),
        label: role.name,
        disabled: !value.includes(role.id) && !mayAssign(role, callerPermissions),
      }))}
      // The server has already filtered them.
      filter={({ options: items }) => items.filter((item) => 'value' in item && offered.has(Number(item.value)))}
      renderOption={({ option }) => (
        <span>
          {option.label}
          {option.disabled && ' (allows more than you hold here)'}
        </span>
      )}
      value={value.map(String)}
      onChange={(ids) => {
        setChosen(options.filter(({ id }) => ids.includes(String(id))));
        onChange(ids.map(Number));
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={want}
      onDropdownOpen={want}
      nothingFoundMessage={error ? errorText(error) : found && sought === text ? 'No roles' : texts.searching}
    />
  );
}
