import { Skeleton, Stack } from '@mantine/core';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../shared/access/addressed-instance.tsx';
import { Can } from '../../shared/access/can.tsx';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { menuQueries } from '../../shared/data/menu.ts';
import { templateQueries } from '../../shared/data/templates.ts';
import { useRequest } from '../../shared/services/request.ts';
import { useHasOpened } from '../../shared/ui/lazy/use-has-opened.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { NotLoaded } from '../../shared/ui/page/not-loaded.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { baseOf } from './model/menu-draft.ts';
import { NavigationEditor } from './navigation-editor.tsx';
import { NavigationHeader } from './navigation-header.tsx';

/** Sets up the menu of the active instance. */
export function NavigationSetupPage() {
  const instanceId = useInstanceId();
  return (
    <AddressedInstance>
      <RequireAccess to={menu.list} pending={<NavigationHeader />}>
        <NavigationSetup key={instanceId} instanceId={instanceId} />
      </RequireAccess>
    </AddressedInstance>
  );
}

function NavigationSetup({ instanceId }: { instanceId: number }) {
  const request = useRequest();
  const saved = useQuery(menuQueries.list(request, instanceId));
  const known = useQuery(templateQueries.choices(request, instanceId));
  const start = useMemo(() => saved.data && baseOf(saved.data), [saved.data]);
  const hasTemplates = known.data?.templates.some(({ id }) => id !== imageTemplate.id);
  // The page stays with its draft even if another member deletes the last template.
  const isShown = useHasOpened(hasTemplates === true);
  if (start && isShown) return <NavigationEditor instanceId={instanceId} start={start} />;
  return (
    <>
      <NavigationHeader />
      {start && known.data ? (
        <NoTemplates instanceId={instanceId} />
      ) : (
        <NotLoaded query={saved.error ? saved : known} title="The navigation could not be loaded">
          <Stack gap={12} aria-hidden>
            {['60%', '45%', '52%'].map((width) => (
              <Skeleton key={width} height={20} width={width} />
            ))}
          </Stack>
        </NotLoaded>
      )}
    </>
  );
}

const NoTemplates = ({ instanceId }: { instanceId: number }) => (
  <EmptyState
    title={texts.noTemplatesYet}
    message="You haven't created any templates yet. Start by creating one to set up your navigation."
    action={
      <Can do={templates.save}>
        <LinkButton to={pathTo(paths.newTemplate, { instanceId })}>{texts.createTemplate}</LinkButton>
      </Can>
    }
  />
);
