import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ItemAddress, itemHistoryQueries } from '../../shared/data/history.ts';
import type { FieldNode } from '../../shared/data/templates.ts';
import { FieldList } from '../../shared/item-diff/field-list.tsx';
import { compareItem } from '../../shared/item-diff/item-differences.ts';
import { LinkLabels } from '../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../shared/links/linked-ids.ts';
import { useRequest } from '../../shared/services/request.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { useInView } from '../../shared/ui/hooks/use-in-view.ts';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';
import { firstItem } from './first-version.ts';
import classes from './view/history.module.css';
import { itemNotKept, MissingVersion } from './view/missing-version.tsx';

interface FieldChangeProps {
  item: ItemAddress;
  version: number;
  field: string;
  /** True if there was no version before. */
  isCreation: boolean;
}

/** What a version changed in a field: its value before and after, loaded once it is in view. */
export function FieldChange({ item, version, field, isCreation }: FieldChangeProps) {
  const [ref, isSeen] = useInView();
  const { data, error } = useQuery({
    ...itemHistoryQueries(useRequest(), item).compare(null, version),
    enabled: isSeen,
  });
  const compared = useMemo(
    () => data && compareItem(data.before === 'kept' ? data.diff : firstItem(data.diff)),
    [data],
  );
  const ids = useMemo(() => compared && linkedIdsOf(compared.tree, compared.before, compared.after), [compared]);
  return (
    <div ref={ref} className={classes.fieldChange}>
      {error ? (
        <ErrorCallout error={error} />
      ) : compared && ids ? (
        <LinkLabels ids={ids}>
          <FieldList fields={compared.fields.filter(({ node }) => isOf(node, field))} drawOld={(content) => content} />
          {data?.before === 'lost' && !isCreation && <MissingVersion>{itemNotKept}</MissingVersion>}
        </LinkLabels>
      ) : (
        <Delayed>
          <Skeleton height={52} />
        </Delayed>
      )}
    </div>
  );
}

/** True for the field, and for a dynamic group around it. */
const isOf = (node: FieldNode, id: string): boolean =>
  node.field.id === id || node.children.some((child) => isOf(child, id));
