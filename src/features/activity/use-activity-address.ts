import { type Environment, environments } from '@quartermaster/contract/access.ts';
import type { ActivityFilters, ActivityKind } from '@quartermaster/contract/endpoints/activity.ts';
import type { Origin } from '@quartermaster/contract/endpoints/history.ts';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Days, formatDays, parseDays, periodOf } from '../../shared/table/list/days.ts';
import { originLabels } from '../../shared/ui/origins.ts';

/** What entries are about, as users know it. */
export const kindLabels: Record<ActivityKind, string> = {
  items: 'Items',
  template: 'Templates',
  menu: 'Navigation',
  'change-set': 'Many changes at once',
  export: 'Exports',
  channel: 'Channels',
  members: 'Members',
};

/** The filters of the activity as they are chosen. */
export interface ChosenFilters {
  person: number | undefined;
  template: string | undefined;
  env: Environment | undefined;
  origin: Origin | undefined;
  kind: ActivityKind | undefined;
  days: Days | null;
}

const names = ['person', 'template', 'env', 'origin', 'kind', 'days'] as const;

const known = <Name extends string>(all: readonly Name[], text: string | null): Name | undefined =>
  all.find((one) => one === text);

function parse(params: URLSearchParams): ChosenFilters {
  const person = Number(params.get('person'));
  const template = params.get('template') ?? '';
  return {
    person: Number.isSafeInteger(person) && person > 0 ? person : undefined,
    template: /^\w{3,64}$/.test(template) ? template : undefined,
    env: known(environments, params.get('env')),
    origin: known(Object.keys(originLabels) as Origin[], params.get('origin')),
    kind: known(Object.keys(kindLabels) as ActivityKind[], params.get('kind')),
    days: parseDays(params.get('days')),
  };
}

/** The filters of the activity in its URL, and the functions that change them; each change adds a history entry. */
export function useActivityAddress() {
  const [params, setParams] = useSearchParams();
  const chosen = useMemo(() => parse(params), [params]);
  const filters = useMemo((): ActivityFilters => {
    const { days, ...others } = chosen;
    const set = Object.entries(others).filter(([, value]) => value !== undefined);
    return { ...(Object.fromEntries(set) as ActivityFilters), ...periodOf(days) };
  }, [chosen]);
  // A navigation is rendered with a delay: a change made in the meantime builds on it; else it would revert it.
  const ahead = useRef<URLSearchParams>(null);
  useLayoutEffect(() => {
    ahead.current = params;
  }, [params]);
  const change = (changed: Partial<ChosenFilters>) => {
    const before = ahead.current ?? params;
    const after = new URLSearchParams(before);
    const next = { ...parse(before), ...changed };
    for (const name of names) {
      const value = name === 'days' ? next.days && formatDays(next.days) : next[name];
      if (value === undefined || value === null) after.delete(name);
      else after.set(name, String(value));
    }
    ahead.current = after;
    setParams(after);
  };
  const clear = () => change(Object.fromEntries(names.map((name) => [name, name === 'days' ? null : undefined])));
  return { chosen, filters, isFiltered: Object.keys(filters).length > 0, change, clear };
}

/** The filters of the activity according to its URL. */
export type ActivityAddress = ReturnType<typeof useActivityAddress>;
