import { NativeSelect } from '@mantine/core';
import type { ChartedField } from '@quartermaster/contract/endpoints/items.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { chartQueries, type DrawnChanges } from '../data/charts.ts';
import { templateQueries, treeOf } from '../data/templates.ts';
import { useRequest } from '../services/request.ts';
import { useDelayed } from '../ui/lazy/delayed.tsx';
import { ErrorState } from '../ui/page/error-state.tsx';
import classes from './before-after.module.css';
import { BeforeAfter } from './before-after.tsx';
import { chartRefusal } from './chart-refusal.ts';
import { type DrawableField, drawableIn } from './drawable-fields.ts';

/** The fields of a template that change, as far as they are known, the first ones first. */
export interface ChangedFields {
  template_id: string;
  field_ids: readonly string[];
}

export interface ChangesChartProps {
  /** The instance with the templates of the items. */
  instanceId: number;
  changes: DrawnChanges;
  /** The same template more than once for several items of it; without any, all templates are offered. */
  changed: readonly ChangedFields[];
}

/** What changes do to the numbers of a field, which is chosen here: of the changed ones, at first. */
export function ChangesChart({ instanceId, changes, changed }: ChangesChartProps) {
  const request = useRequest();
  const [chosen, setChosen] = useState<Partial<ChartedField>>({});
  const { data: list } = useQuery(templateQueries.list(request, instanceId));
  const known = new Set(changed.map(({ template_id }) => template_id));
  const templates = (list?.templates ?? []).filter(({ id }) => known.size === 0 || known.has(id));
  const templateId = chosen.template_id ?? changed[0]?.template_id ?? templates[0]?.id ?? '';
  const { data: template } = useQuery({
    ...templateQueries.get(request, instanceId, templateId),
    enabled: templateId !== '',
  });
  const fields = useMemo(() => (template ? drawableIn(treeOf(template)) : []), [template]);
  const isChanged = ({ id }: DrawableField) =>
    changed.some(({ template_id, field_ids }) => template_id === templateId && field_ids.includes(id));
  const field =
    fields.find(({ id }) => id === chosen.field_id) ??
    fields.find(isChanged) ??
    fields.find(({ settings }) => !settings.unique) ??
    fields[0];
  return (
    <section aria-label="Before and after" className={classes.both}>
      <div className={classes.choice}>
        {templates.length > 1 && (
          <NativeSelect
            aria-label="Template of the chart"
            value={templateId}
            data={templates.map(({ id, header }) => ({ value: id, label: header.label }))}
            onChange={({ currentTarget }) => setChosen({ template_id: currentTarget.value })}
          />
        )}
        {fields.length > 0 && (
          <NativeSelect
            aria-label="Field of the chart"
            value={field?.id ?? ''}
            data={fields.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => setChosen({ template_id: templateId, field_id: currentTarget.value })}
          />
        )}
      </div>
      {template && !field && <p className={classes.note}>This template has no numbers to draw.</p>}
      {field && <DrawnField {...{ instanceId, changes, templateId, field }} />}
    </section>
  );
}

interface DrawnFieldProps extends Pick<ChangesChartProps, 'instanceId' | 'changes'> {
  templateId: string;
  field: DrawableField;
}

function DrawnField({ instanceId, changes, templateId, field }: DrawnFieldProps) {
  const chart = { template_id: templateId, field_id: field.id };
  const { data, error, refetch } = useQuery(chartQueries.changes(instanceId, changes, chart));
  const isSlow = useDelayed(data === undefined && !error);
  const refusal = chartRefusal(error);
  if (refusal !== undefined) return <p className={classes.note}>{refusal}</p>;
  if (error) return <ErrorState error={error} title="The chart could not be loaded" retry={() => void refetch()} />;
  if (!data) return isSlow ? <p className={classes.note}>Drawing…</p> : null;
  return <BeforeAfter name={field.name} settings={field.settings} drawn={data} />;
}
