import { Select, Skeleton } from '@mantine/core';
import { history, type ItemVersion } from '@quartermaster/contract/endpoints/history.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { type ItemAddress, itemHistoryQueries } from '../../shared/data/history.ts';
import { templateQueries } from '../../shared/data/templates.ts';
import { withoutPageError } from '../../shared/data/without-page-error.ts';
import { fieldChoices } from '../../shared/item-diff/field-names.ts';
import { ItemDiffView } from '../../shared/item-diff/item-diff.tsx';
import { linksOf, settingsById, whatOf } from '../../shared/item-diff/version-changes.tsx';
import { LinkLabels } from '../../shared/links/link-labels.tsx';
import { useRequest } from '../../shared/services/request.ts';
import { FieldChange } from './field-change.tsx';
import { firstItem, isCreationIn } from './first-version.ts';
import { ItemRestore } from './restore/item-restore.tsx';
import type { Entry, Shown } from './view/entry.ts';
import classes from './view/history.module.css';
import { HistoryPage } from './view/history-page.tsx';
import { type Difference, HistoryView } from './view/history-view.tsx';
import { itemNotKept, MissingVersion } from './view/missing-version.tsx';
import { useDisplayedVersion } from './view/use-displayed-version.ts';
import { useFetchMore } from './view/use-fetch-more.ts';

/** How many pages are searched for the first version that changed a field, until the user asks for more. */
const mostSearched = 10;

/** The versions of an item, or those that changed a field: compared and restored. */
export function ItemHistoryPage() {
  const { instanceId, templateId, id } = useParams();
  const item = useMemo(
    () => ({ instanceId: Number(instanceId), templateId: templateId ?? '', id: Number(id) }),
    [instanceId, templateId, id],
  );
  return (
    <HistoryPage
      to={history.listItem}
      title={`History of # ${item.id}`}
      back={{ label: `# ${item.id}`, to: pathTo(paths.item, item) }}
      name={<CurrentLabel item={item} />}
    >
      <ItemHistory key={`${instanceId}/${templateId}/${id}`} item={item} />
    </HistoryPage>
  );
}

/** The label of the newest version that is loaded. */
function CurrentLabel({ item }: { item: ItemAddress }) {
  const { field } = useDisplayedVersion();
  const { data, error } = useInfiniteQuery({ ...itemHistoryQueries(useRequest(), item).list(field), enabled: false });
  if (!data && !error) return <Skeleton width={160} height={18} my={4} />;
  const label = data?.pages[0]?.versions[0]?.label ?? `# ${item.id}`;
  return <span title={label}>{label}</span>;
}

function ItemHistory({ item }: { item: ItemAddress }) {
  const request = useRequest();
  const versions = useDisplayedVersion();
  const { field } = versions;
  const pages = useInfiniteQuery(itemHistoryQueries(request, item).list(field));
  const isSearching = (pages.data?.pages.length ?? 0) < mostSearched;
  // A page of those that changed a field may be empty although older ones follow.
  useFetchMore(pages, isSearching && pages.data?.pages.every(({ versions: { length } }) => length === 0) === true);
  const { data: template } = useQuery(withoutPageError(templateQueries.get(request, item.instanceId, item.templateId)));
  const { entries, links } = useMemo(() => {
    const found = pages.data?.pages.flatMap((page) => page.versions);
    const settings = settingsById(template);
    const areNamed = field !== null || !template;
    const describe = (version: ItemVersion) => entryOf(version, template, areNamed ? null : settings);
    return { entries: found?.map(describe), links: linksOf(areNamed ? [] : (found ?? []), settings) };
  }, [pages.data, template, field]);
  const isCreation = (version: number) => isCreationIn(pages.data?.pages, version);
  return (
    <LinkLabels ids={links}>
      <HistoryView
        entries={entries}
        pages={pages}
        versions={versions}
        none={
          field === null
            ? ['No versions', 'Each save of the item is kept here.']
            : ['Never changed', 'No version that is kept has another value of this field.']
        }
        noneYet={
          isSearching
            ? 'Searching older versions for a change of this field…'
            : 'The versions searched so far did not change this field. Older ones may have.'
        }
        filter={
          template && (
            <search className={classes.filter}>
              <Select
                className={classes.field ?? ''}
                aria-label="Field"
                placeholder="All fields"
                searchable
                clearable
                clearButtonProps={{ 'aria-label': 'Show all fields' }}
                data={fieldChoices(template)}
                value={field}
                onChange={versions.showField}
              />
            </search>
          )
        }
        {...(field !== null && {
          detailOf: ({ key }: Entry) => (
            <FieldChange item={item} version={key} field={field} isCreation={isCreation(key)} />
          ),
        })}
        nameOf={nameOf}
        restoredBy={history.restoreItem}
        what="item"
        restore={(version, draw) => (
          <ItemRestore item={item} version={version}>
            {draw}
          </ItemRestore>
        )}
        panel={(displayed, draw) => (
          <ItemPanel
            key={`${displayed.from} ${displayed.to}`}
            item={item}
            displayed={displayed}
            isCreation={isCreation(displayed.to)}
          >
            {draw}
          </ItemPanel>
        )}
      />
    </LinkLabels>
  );
}

const nameOf = (version: number) => `Version ${version}`;

type Settings = ReturnType<typeof settingsById>;

/** `settings`: of the fields whose values are shown; null if fields are only named. */
function entryOf(version: ItemVersion, template: Template | undefined, settings: Settings | null): Entry {
  return {
    ...version,
    key: version.version,
    name: nameOf(version.version),
    what: whatOf(version, template, settings),
    canRestore: version.action !== 'delete',
  };
}

interface ItemPanelProps {
  item: ItemAddress;
  displayed: Shown;
  /** True if there was no version before. */
  isCreation: boolean;
  children: (difference: Difference) => ReactNode;
}

function ItemPanel({ item, displayed: { from, to }, isCreation, children }: ItemPanelProps) {
  const { data, error, refetch } = useQuery(itemHistoryQueries(useRequest(), item).compare(from, to));
  const diff = useMemo(() => data && (data.before === 'kept' ? data.diff : firstItem(data.diff)), [data]);
  return children({
    content: diff && (
      <>
        {data?.before === 'lost' && !isCreation && <MissingVersion>{itemNotKept}</MissingVersion>}
        <ItemDiffView diff={diff} sides={null} targetId={item.instanceId} isPast />
      </>
    ),
    error,
    retry: () => void refetch(),
  });
}
