import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { memberQueries } from '../../../shared/data/people/members.ts';
import { type Option, SearchSelect, useSearchSelect } from '../../../shared/form/search-select.tsx';
import { useRequest } from '../../../shared/services/request.ts';

interface PersonFilterProps {
  value: Option | null;
  onChange: (person: Option | null) => void;
}

/** Filters the entries by member; former members are chosen by clicking their name in an entry. */
export function PersonFilter({ value, onChange }: PersonFilterProps) {
  const search = useSearchSelect(value);
  const query = memberQueries.search(useRequest(), useWorkspace().id, search.text);
  const { data, error } = useQuery(search.isWanted ? query : { ...query, enabled: false });
  const found = data?.map(({ id, name, email }) => ({ id, label: `${name} (${email})` }));
  return (
    <SearchSelect
      aria-label="Person"
      placeholder="All people"
      value={value}
      onChange={onChange}
      found={found}
      error={error}
      search={search}
    />
  );
}
