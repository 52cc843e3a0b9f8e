import { Stack, Text, Title } from '@mantine/core';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useLocation } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { LinkTabs } from '../../../shared/ui/link-tabs.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { ApiToken } from './api-token.tsx';
import { BuildReading } from './build-reading.tsx';
import { DeliveryExample } from './delivery-example.tsx';
import { GameTypes } from './game-types.tsx';
import { PublicKeys } from './public-keys.tsx';

const TokensView = lazyPart(() => import('../tokens/tokens-view.tsx').then((m) => m.TokensView));

const tabs = [
  { id: 'delivery', label: 'Delivery', to: paths.exportSettings },
  { id: 'game', label: 'Game code', to: `${paths.exportSettings}?view=game` },
  { id: 'builds', label: 'Signed builds', to: `${paths.exportSettings}?view=builds` },
  { id: 'tokens', label: texts.tokens, to: `${paths.exportSettings}?view=tokens` },
] as const;

/** What a game or its build server needs in order to read the exported files. */
export function ExportSettingsPage() {
  const context = useInstanceContext();
  const instanceId = useInstanceId();
  const asked = new URLSearchParams(useLocation().search).get('view');
  const { id: view } = tabs.find(({ id }) => id === asked) ?? tabs[0];
  const header = (
    <PageHeader
      title={view === 'tokens' ? texts.tokens : texts.exportSettings}
      back={{ label: context?.workspace.name ?? 'Dashboard', to: paths.home }}
      isInSidebar
      nextToTitle={context && <EnvBadge env={context.env} />}
    />
  );
  return (
    <RequireAccess to={instances.getToken} pending={header}>
      {header}
      <Stack gap="md">
        <LinkTabs label={texts.exportSettings} tabs={tabs} current={view} />
        {view === 'tokens' ? (
          <TokensView />
        ) : (
          <Stack gap="lg" maw={720}>
            {subjects[view](instanceId)}
          </Stack>
        )}
      </Stack>
    </RequireAccess>
  );
}

const subjects = {
  delivery: (instanceId: number) => (
    <>
      <ApiToken instanceId={instanceId} />
      <section>
        <Title order={2} size="md" mb={4}>
          Instance
        </Title>
        <Text c="dimmed" size="sm" mb="xs">
          The API names this instance by its ID.
        </Text>
        <CopyBox label="Instance ID" value={String(instanceId)} />
      </section>
      <DeliveryExample instanceId={instanceId} />
    </>
  ),
  game: (instanceId: number) => <GameTypes instanceId={instanceId} />,
  builds: (instanceId: number) => (
    <>
      <BuildReading instanceId={instanceId} />
      <PublicKeys instanceId={instanceId} />
    </>
  ),
};
