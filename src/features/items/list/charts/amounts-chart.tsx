import { linkedTemplatesOf } from '@quartermaster/contract/field-types/registry.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { chartQueries } from '../../../../shared/data/charts.ts';
import { LinkLabels } from '../../../../shared/links/link-labels.tsx';
import { useRequest } from '../../../../shared/services/request.ts';
import { count } from '../../../../shared/ui/count.ts';
import { GroupName, type GroupValue } from '../groups/group-heading.tsx';
import { toListFilter } from '../list-state.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartViewProps } from './chart-view-props.ts';
import classes from './charts.module.css';
import type { ListChart } from './list-chart.ts';

type AmountsListChart = Extract<ListChart, { kind: 'distribution' | 'amounts' | 'time' }>;

/** How many items have each value of a choice, a checkbox or a link; a bar filters the list by its value. */
export function AmountsChart(props: ChartViewProps<AmountsListChart>) {
  const { instanceId, templateId, chart, listed, chosen, changeFilters } = props;
  const { field } = chart;
  // The bars of other values stay while the list is filtered by one.
  const { filters, search } = listed;
  const others = useMemo(
    () => ({ filters: filters.filter(({ template_field_id: id }) => id !== field.id), search }),
    [filters, search, field],
  );
  const query = useQuery(chartQueries.amounts(useRequest(), instanceId, templateId, field.id, others));
  const groups = query.data?.groups;
  const ids = useMemo(() => {
    const [linked] = linkedTemplatesOf(field.settings);
    const items = (groups ?? []).flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
    return new Map(linked === undefined ? [] : [[linked, items]]);
  }, [field, groups]);
  const title = `Items by ${field.header}`;
  const nameOf = (value: GroupValue) =>
    value === null ? 'None' : <GroupName settings={field.settings} value={value} />;
  const filterOf = (value: GroupValue) =>
    toListFilter({
      fieldId: field.id,
      condition: value === null ? 'empty' : 'equal',
      value: value === null ? '' : String(value),
    });
  const chosenIds = new Set(chosen.map(({ internalId }) => internalId));
  const isFiltered = chosen.some(({ fieldId }) => fieldId === field.id);
  const toggle = (value: GroupValue) => {
    const filter = filterOf(value);
    changeFilters((before) => [
      ...before.filter(({ fieldId }) => fieldId !== field.id),
      ...(chosenIds.has(filter.internalId) ? [] : [filter]),
    ]);
  };
  return (
    <LinkLabels ids={ids}>
      <ChartFrame
        title={title}
        query={query}
        emptyText={(data) => (data.groups.length === 0 ? 'No item matches.' : undefined)}
        head={() => null}
        numbers={(data) => ({
          label: title,
          columns: [field.header, 'Items'],
          rows: data.groups.map(({ value, count: amount }) => ({
            key: String(value),
            cells: [nameOf(value), numberText(amount)],
          })),
        })}
      >
        {(data) => {
          const most = Math.max(...data.groups.map((group) => group.count));
          return (
            <ul className={classes.amounts} aria-label={title}>
              {data.groups.map(({ value, count: amount }) => {
                const isChosen = chosenIds.has(filterOf(value).internalId);
                return (
                  <li key={String(value)}>
                    <button
                      type="button"
                      aria-pressed={isChosen}
                      data-pale={(isFiltered && !isChosen) || undefined}
                      onClick={() => toggle(value)}
                    >
                      <span className={classes.amountName}>{nameOf(value)}</span>
                      <span className={classes.bar} aria-hidden>
                        <i style={{ width: `${(amount / most) * 100}%` }} />
                      </span>
                      <span className={classes.amount}>{numberText(amount)}</span>
                    </button>
                  </li>
                );
              })}
              {data.others.groups > 0 && (
                <li className={classes.note}>
                  and {count(data.others.groups, 'more value')}, with {count(data.others.items, 'item')}
                </li>
              )}
            </ul>
          );
        }}
      </ChartFrame>
    </LinkLabels>
  );
}
