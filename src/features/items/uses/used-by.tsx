import { Button, Skeleton, Text } from '@mantine/core';
import type { ItemUse } from '@quartermaster/contract/endpoints/items.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { itemQueries } from '../../../shared/data/items.ts';
import { ItemLink } from '../../../shared/links/item-link.tsx';
import { LinkThumbnail } from '../../../shared/links/link-thumbnail.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { FoldedPart } from './folded-part.tsx';
import classes from './used-by.module.css';

interface UsedByProps {
  instanceId: number;
  templateId: string;
  id: number;
}

/** The items that link to an item; requested when the section is opened. */
export const UsedBy = (item: UsedByProps) => (
  <FoldedPart title="Used by">
    <Uses {...item} />
  </FoldedPart>
);

/** The list itself, which requests its first page when it is shown. */
export function Uses({ instanceId, templateId, id }: UsedByProps) {
  const request = useRequest();
  const { data, error, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery(
    itemQueries.uses(request, instanceId, templateId, id),
  );
  const uses = data?.pages.flatMap((page) => page.uses) ?? [];
  if (!data && !error) return <Skeleton height={22} width="60%" />;
  if (data && uses.length === 0)
    return (
      <Text c="dimmed" size="sm">
        No other item links to this one.
      </Text>
    );
  return (
    <div className={classes.uses}>
      {groupsOf(uses).map(({ name, items }) => (
        <div key={name}>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <ul className={classes.items} aria-label={name}>
            {items.map((use) => (
              <li key={use.id}>
                <ItemLink templateId={use.template_id} id={use.id} hasBackLink className={classes.item}>
                  <LinkThumbnail image={use.image} />
                  {use.label} <span className={classes.id}>#{use.id}</span>
                </ItemLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ErrorCallout error={error} />
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

/** Links by the same field of the same template form a group; the server returns them in this order. */
function groupsOf(uses: readonly ItemUse[]): { name: string; items: ItemUse[] }[] {
  const groups = Map.groupBy(uses, ({ template_label, field_label }) => `${template_label} › ${field_label}`);
  return [...groups].map(([name, items]) => ({ name, items }));
}
