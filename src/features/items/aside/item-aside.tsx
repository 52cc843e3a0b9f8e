import { CloseButton, Skeleton, Text } from '@mantine/core';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { type ItemAddress, itemHistoryQueries } from '../../../shared/data/history.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { linksOf, settingsById, whatOf } from '../../../shared/item-diff/version-changes.tsx';
import { LinkChip } from '../../../shared/links/link-chip.tsx';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { dateTime, whenText } from '../../../shared/ui/date-time.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { PersonMark } from '../../../shared/ui/person-mark.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { Uses } from '../uses/used-by.tsx';
import { AsidePart } from './aside-part.tsx';
import classes from './item-aside.module.css';

/** How many versions are listed, and how many links. */
const listedVersions = 5;
const listedLinks = 50;

interface ItemAsideProps {
  item: ItemAddress;
  /** The ids that the item links to, by template. */
  links: ReadonlyMap<string, readonly number[]>;
  onClose: () => void;
  /** Further parts. */
  children: ReactNode;
}

/** What an item is used by, what it links to, and who changed it last: next to its form. */
export function ItemAside({ item, links, onClose, children }: ItemAsideProps) {
  const maySeeHistory = useRefusal(history.listItem) === null;
  return (
    <aside className={classes.aside} aria-label="About this item">
      <CloseButton className={classes.close ?? ''} aria-label="Close the panel" onClick={onClose} />
      <AsidePart title="Used by">
        <Uses {...item} />
      </AsidePart>
      <AsidePart title="Links">
        <Links links={links} />
      </AsidePart>
      {maySeeHistory && (
        <AsidePart title={texts.history}>
          <LatestVersions item={item} />
        </AsidePart>
      )}
      {children}
    </aside>
  );
}

function Links({ links }: { links: ItemAsideProps['links'] }) {
  const all = [...links].flatMap(([templateId, ids]) => ids.map((id) => ({ templateId, id })));
  if (all.length === 0)
    return (
      <Text c="dimmed" size="sm">
        It links to no other item.
      </Text>
    );
  return (
    <ul className={classes.links}>
      {all.slice(0, listedLinks).map(({ templateId, id }) => (
        <li key={`${templateId}/${id}`}>
          <LinkChip templateId={templateId} id={id} />
        </li>
      ))}
      {all.length > listedLinks && <li className={classes.more}>+{all.length - listedLinks}</li>}
    </ul>
  );
}

function LatestVersions({ item }: { item: ItemAddress }) {
  const request = useRequest();
  const { data, error } = useInfiniteQuery(itemHistoryQueries(request, item).list(null));
  const template = useQuery(templateQueries.get(request, item.instanceId, item.templateId));
  const versions = useMemo(() => data?.pages.flatMap((page) => page.versions).slice(0, listedVersions) ?? [], [data]);
  const settings = useMemo(() => settingsById(template.data), [template.data]);
  const ids = useMemo(() => linksOf(versions, settings), [versions, settings]);
  if (error) return <ErrorCallout error={error} />;
  if (!data) return <Skeleton height={22} width="60%" />;
  return (
    <LinkLabels ids={ids}>
      <ol className={classes.versions}>
        {versions.map((entry) => (
          <li key={entry.version}>
            <span className={classes.by}>
              <PersonMark name={entry.by.name} />
              {authorName(entry.by.name, 'start')}
            </span>
            <time dateTime={entry.at} title={dateTime(entry.at)}>
              {whenText(entry.at)}
            </time>
            <span className={classes.did}>{whatOf(entry, template.data, settings)}</span>
          </li>
        ))}
      </ol>
      <TextLink to={pathTo(paths.itemHistory, item)}>All versions</TextLink>
    </LinkLabels>
  );
}
