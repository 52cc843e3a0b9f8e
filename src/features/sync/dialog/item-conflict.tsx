import { Skeleton } from '@mantine/core';
import type { ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { syncDiffQueries } from '../../../shared/data/sync/sync-diffs.ts';
import { asCheck } from '../../../shared/http/checks.ts';
import { type Difference, fieldsOf as fieldsIn, quotedValues } from '../../../shared/item-diff/difference-text.ts';
import { TemplateName } from '../../../shared/links/template-name.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import {
  type Conflict,
  type Decide,
  type Decisions,
  decide,
  decisionOf,
  fieldsOf,
  isLoading,
  undecide,
} from './decisions.ts';
import { FieldConflicts, type FieldConflictsProps } from './field-conflicts.tsx';
import { firstChoice } from './first-choice.ts';
import { SideChoice, type Take } from './side-choice.tsx';

interface ItemConflictProps {
  item: Conflict;
  sides: Record<Side, string>;
  targetId: number | undefined;
  /** What differs in it, if known. */
  difference: Difference | undefined;
  /** True if its template is removed, too. */
  isTemplateRemoved: boolean;
  decisions: Decisions;
  onDecide: Decide;
}

/** An item that was edited in both instances: which content to keep, as a whole or field by field. */
export function ItemConflict({
  item,
  sides,
  targetId,
  difference,
  isTemplateRemoved,
  decisions,
  onDecide,
}: ItemConflictProps) {
  const { template_id, id, name, image, change } = item;
  const instanceId = useInstanceId();
  const request = useRequest();
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const byField = fieldsOf(decisions, item);
  const query = syncDiffQueries(request, instanceId, null).item(template_id, id);

  // While they load, another choice may be made, for this item or for others.
  const settle = (found: ItemDiff | null) =>
    onDecide((now) => {
      if (!isLoading(fieldsOf(now, item))) return now;
      return found ? decide(now, item, firstChoice(found)) : undecide(now, item);
    });
  const choose = async (take: Take) => {
    setError(null);
    onDecide((now) => decide(now, item, { template_id, id, take }));
    if (take !== 'fields') return;
    try {
      settle(await queries.fetchQuery(query));
    } catch (cause) {
      setError(cause);
      settle(null);
    }
  };

  return (
    <>
      <SideChoice
        name={name}
        image={image}
        detail={
          <>
            <TemplateName id={template_id} /> #{id}
            {difference && fieldsOfText(difference)}
          </>
        }
        sides={sidesWithValues(sides, difference)}
        value={decisionOf(decisions, item)}
        // An item removed in the source has no fields there.
        hasFields={targetId !== undefined && change === 'updated'}
        unkept={isTemplateRemoved ? 'It is removed with its template.' : undefined}
        onChange={(take) => void choose(take)}
      />
      <ErrorCallout error={error} />
      {isLoading(byField) && <FieldsSkeleton />}
      {byField?.fields && targetId !== undefined && (
        <DecidedFields
          query={query}
          sides={sides}
          targetId={targetId}
          decision={byField}
          onDecide={(decision) => onDecide((now) => decide(now, item, decision))}
        />
      )}
    </>
  );
}

/** The field in which the sides differ, or how many there are. */
const fieldsOfText = (difference: Difference) => {
  const [only] = onlyIn(difference);
  return ` · ${only?.label ?? count(difference.fields, 'field')}`;
};

/** The sides with the values of the only field that differs, if these are short: `dev (4050)`. */
function sidesWithValues(sides: Record<Side, string>, difference: Difference | undefined): Record<Side, string> {
  const [only] = difference ? onlyIn(difference) : [];
  const values = only && quotedValues(only);
  if (!values) return sides;
  const withValue = (side: string, value: string | null) => `${side} (${value ?? 'empty'})`;
  return { source: withValue(sides.source, values.after), target: withValue(sides.target, values.before) };
}

const onlyIn = (difference: Difference) => (difference.fields === 1 ? fieldsIn(difference) : []);

interface DecidedFieldsProps extends Omit<FieldConflictsProps, 'diff'> {
  query: ReturnType<ReturnType<typeof syncDiffQueries>['item']>;
}

/** The fields of a conflict decided by field. Neither side has changed since, or the conflict would have another revision. */
function DecidedFields({ query, ...choices }: DecidedFieldsProps) {
  const { data, error } = useQuery(asCheck({ ...query, staleTime: Number.POSITIVE_INFINITY }));
  if (data) return <FieldConflicts diff={data} {...choices} />;
  return error ? <ErrorCallout error={error} /> : <FieldsSkeleton />;
}

const FieldsSkeleton = () => (
  <Delayed>
    <Skeleton height={48} role="status" aria-label="Loading the fields" />
  </Delayed>
);
