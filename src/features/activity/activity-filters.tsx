import { Button } from '@mantine/core';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Can } from '../../shared/access/can.tsx';
import type { InstanceContext } from '../../shared/access/instance-context.ts';
import { activityQueries } from '../../shared/data/activity.ts';
import { type Option, SearchSelect, useSearchSelect } from '../../shared/form/search-select.tsx';
import { TemplateFilter } from '../../shared/links/template-filter.tsx';
import { useRequest } from '../../shared/services/request.ts';
import { ChoiceFilter, entriesOf } from '../../shared/table/list/choice-filter.tsx';
import { DaysFilter } from '../../shared/table/list/days-filter.tsx';
import { toolButton } from '../../shared/ui/compact.ts';
import { environmentLabel } from '../../shared/ui/env-badge.tsx';
import { IconFilter } from '../../shared/ui/icons/filter.ts';
import { originLabels } from '../../shared/ui/origins.ts';
import { useLazyPopup } from '../../shared/ui/popup/lazy-popup.tsx';
import { PopupPanel } from '../../shared/ui/popup/popup-panel.ts';
import classes from './activity.module.css';
import { type ActivityAddress, kindLabels } from './use-activity-address.ts';

interface FilterBarProps {
  context: InstanceContext;
  address: ActivityAddress;
}

/** Filters the activity by person, template and dates, and in a panel by environment, kind and origin. */
export function ActivityFilterBar({ context, address }: FilterBarProps) {
  const { chosen, change } = address;
  return (
    <search className={classes.filters}>
      <PersonFilter context={context} value={chosen.person} onChange={(person) => change({ person })} />
      <Can do={templates.list}>
        <TemplateFilter value={chosen.template} onChange={(template) => change({ template })} />
      </Can>
      <DaysFilter value={chosen.days} onChange={(days) => change({ days })} />
      <MoreFilters context={context} address={address} />
    </search>
  );
}

/** The filters that are used less; their button says how many are set. */
function MoreFilters({ context, address: { chosen, change } }: FilterBarProps) {
  const popup = useLazyPopup('dialog');
  const environments = context.project.instances.map(({ env }) => [env, environmentLabel(env)] as const);
  const set = [chosen.env, chosen.kind, chosen.origin].filter((value) => value !== undefined).length;
  return (
    <>
      <Button {...popup.button} {...toolButton} leftSection={<IconFilter size={16} aria-hidden />}>
        {set === 0 ? 'More filters' : `More filters (${set})`}
      </Button>
      {popup.isNear && (
        <PopupPanel popup={popup} position="bottom-start" width={240} shadow="md" label="More filters">
          <div className={classes.more}>
            <ChoiceFilter
              label="Environment"
              all="All environments"
              options={environments}
              value={chosen.env}
              onChange={(env) => change({ env })}
            />
            <ChoiceFilter
              label="Kind"
              all="All kinds"
              options={entriesOf(kindLabels)}
              value={chosen.kind}
              onChange={(kind) => change({ kind })}
            />
            <ChoiceFilter
              label="Origin"
              all="All origins"
              options={entriesOf(originLabels)}
              value={chosen.origin}
              onChange={(origin) => change({ origin })}
            />
          </div>
        </PopupPanel>
      )}
    </>
  );
}

interface PersonFilterProps {
  context: InstanceContext;
  value: number | undefined;
  onChange: (person: number | undefined) => void;
}

/** Filters by one of the people who have done something. */
function PersonFilter({ context, value, onChange }: PersonFilterProps) {
  const request = useRequest();
  const project = { workspaceId: context.workspace.id, projectId: context.project.id };
  const [chosen, setChosen] = useState<Option | null>(null);
  // A person in the URL has no name yet.
  const isNamed = value === undefined || chosen?.id === value;
  const first = useQuery({ ...activityQueries.people(request, project, ''), enabled: !isNamed });
  const named = first.data?.find(({ id }) => id === value);
  const option = optionOf(value, isNamed ? chosen : named ? { id: named.id, label: named.name } : null);
  const search = useSearchSelect(option);
  const query = activityQueries.people(request, project, search.text);
  const { data, error } = useQuery(search.isWanted ? query : { ...query, enabled: false });
  return (
    <SearchSelect
      aria-label="Person"
      placeholder="All people"
      value={option}
      onChange={(next) => {
        setChosen(next);
        onChange(next?.id);
      }}
      found={data?.map(({ id, name }) => ({ id, label: name }))}
      error={error}
      search={search}
    />
  );
}

const optionOf = (value: number | undefined, known: Option | null): Option | null =>
  value === undefined ? null : (known ?? { id: value, label: `Person ${value}` });
