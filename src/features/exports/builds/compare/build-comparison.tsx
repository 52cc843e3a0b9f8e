import { Group, Select, Text, Title } from '@mantine/core';
import type { Build, BuildChange } from '@quartermaster/contract/endpoints/builds.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useInstanceId } from '../../../../shared/access/active-instance.ts';
import { type BuildPair, buildQueries } from '../../../../shared/data/builds.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { ListLayout } from '../../../../shared/table/list/list-layout.tsx';
import { ListTable } from '../../../../shared/table/list/list-table.tsx';
import { useListAddress } from '../../../../shared/table/list/use-list-address.ts';
import { LinkButton } from '../../../../shared/ui/link-button.tsx';
import { EmptyState } from '../../../../shared/ui/page/empty-state.tsx';
import { useDialogAddress } from '../../use-dialog-address.ts';
import { buildTitle } from '../build-title.ts';
import classes from '../builds.module.css';
import { changeColumns } from './change-columns.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { buildsPath, comparePath } from './compare-paths.ts';

interface BuildComparisonProps {
  build: number;
  /** The build that it is compared with; undefined for the one before it. */
  since: number | undefined;
}

/** The items in which a build differs from another one. */
export function BuildComparison({ build, since: requested }: BuildComparisonProps) {
  const instanceId = useInstanceId();
  const { data } = useQuery(buildQueries.list(useRequest(), instanceId, { limit: mostChoices }));
  const all = data?.rows;
  // The first build has none before it.
  const since = requested ?? all?.find(({ id }) => id < build)?.id ?? all?.find(({ id }) => id !== build)?.id;
  return (
    <ListLayout>
      <Group gap="xs" className={classes.part ?? ''}>
        <LinkButton variant="default" size="compact-sm" to={buildsPath} miw="max-content">
          All builds
        </LinkButton>
        <Title order={2} size="sm">
          Changes in {titleOf(build, all)}
        </Title>
        <Text size="sm" c="dimmed">
          compared with
        </Text>
        <OtherBuild build={build} since={since} all={all ?? []} />
      </Group>
      {since === undefined ? (
        all && (
          <EmptyState title="Nothing to compare with" message="There is no other build. The next export makes one." />
        )
      ) : (
        <Changes key={`${build} ${since}`} instanceId={instanceId} pair={{ build, since }} />
      )}
    </ListLayout>
  );
}

/** How many builds can be chosen: the newest ones. */
const mostChoices = 100;

const titleOf = (id: number, all: readonly Build[] | undefined): string =>
  buildTitle(all?.find((build) => build.id === id) ?? { id, name: null });

function OtherBuild({ build, since, all }: BuildComparisonProps & { all: readonly Build[] }) {
  const navigate = useNavigate();
  const ids = all.map(({ id }) => id).filter((id) => id !== build);
  const choices = since === undefined || ids.includes(since) ? ids : [...ids, since];
  return (
    <Select
      aria-label="Compared with"
      size="xs"
      data={choices.map((id) => ({ value: String(id), label: titleOf(id, all) }))}
      value={since === undefined ? null : String(since)}
      allowDeselect={false}
      onChange={(chosen) => chosen !== null && void navigate(comparePath(build, Number(chosen)))}
    />
  );
}

const rowId = ({ place: position }: BuildChange) => position;

function Changes({ instanceId, pair }: { instanceId: number; pair: BuildPair }) {
  const address = useListAddress();
  const page = useQuery(buildQueries.changes(useRequest(), instanceId, pair, address.pageQuery));
  const { open, linkOf, close } = useDialogAddress('item');
  const columns = useMemo(() => changeColumns(linkOf), [linkOf]);
  return (
    <>
      <ListTable
        label="Changes"
        columns={columns}
        rowId={rowId}
        page={page}
        address={address}
        failure="The builds could not be compared"
        empty={<EmptyState title="No changes" message="All items are the same in both builds." />}
      />
      <ChangeDialog instanceId={instanceId} pair={pair} position={open} onClose={close} />
    </>
  );
}
