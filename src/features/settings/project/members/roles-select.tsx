import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { mayGive } from '@quartermaster/contract/access.ts';
import type { Role } from '@quartermaster/contract/endpoints/people/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { roleQueries } from '../../../../shared/data/people/roles.ts';
import { errorText } from '../../../../shared/http/error-text.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { texts } from '../../../../shared/ui/texts.ts';
import { useProjectPlace } from './project-place.ts';

/** A role as far as it is chosen here. */
export type ChosenRole = Pick<Role, 'id' | 'name' | 'permissions'>;

interface RolesSelectProps {
  label: ReactNode;
  name: string;
  value: readonly number[];
  onChange: (roleIds: number[]) => void;
  /** What is wrong with the choice. */
  wrong: string | undefined;
  /** Roles that are known already, by which those that were given before are named. */
  known: readonly ChosenRole[];
  /** What the caller holds there: a role beyond it is listed, and cannot be chosen. */
  held: readonly number[];
}

/** Milliseconds without typing before the server is asked. */
const pause = 250;

/** Chooses the roles that somebody has in one instance, of all that the workspace has. */
export function RolesSelect({ label, name, value, onChange, wrong, known, held }: RolesSelectProps) {
  const { workspaceId } = useProjectPlace();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), pause);
  const [isWanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  const search = roleQueries.search(useRequest(), workspaceId, text);
  const { data: found, error } = useQuery({ ...search, enabled: isWanted });
  // What was chosen keeps its name, whatever is searched for afterwards.
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
        disabled: !value.includes(role.id) && !mayGive(role, held),
      }))}
      // The server has found them.
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
      nothingFoundMessage={error ? errorText(error) : found && typed.trim() === text ? 'No roles' : texts.searching}
    />
  );
}
