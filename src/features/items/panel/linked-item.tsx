import { Button, Group } from '@mantine/core';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { type MouseEvent, useMemo } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { treeOf } from '../../../shared/data/templates.ts';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../../shared/links/linked-ids.ts';
import type { ItemPlace } from '../../../shared/links/open-in-panel.ts';
import { useServices } from '../../../shared/services/services.ts';
import { IconArrowLeft } from '../../../shared/ui/icons/arrow-left.ts';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { isForBrowser } from '../../../shared/ui/plain-link.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { FieldsSkeleton } from '../item/form-skeleton.tsx';
import type { DraftBase } from '../item/item-draft.ts';
import { ReadOnlyItem } from '../item/read-only-item.tsx';
import { useLoadedItem } from '../item/use-loaded-item.ts';
import { UsedBy } from '../uses/used-by.tsx';

interface LinkedItemProps extends ItemPlace {
  instanceId: number;
  /** False while an item linked from it is open instead. */
  isShown: boolean;
  /** Returns to the item whose link was opened. */
  back: { label: string; go: () => void } | undefined;
  onClose: () => void;
}

/** An item that is open in the side panel; its own page, where it can be edited, is one click away. */
export function LinkedItem({ instanceId, templateId, id, isShown, back, onClose }: LinkedItemProps) {
  const { follow, hrefOf } = useServices();
  const { fitting, invalid, failed } = useLoadedItem({ instanceId, templateId, id, isPart: true });
  const page = pathTo(paths.item, { instanceId, templateId, id });
  const versions = pathTo(paths.itemHistory, { instanceId, templateId, id });
  const open = (path: string) => (event: MouseEvent) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    // Closes the panel, which would otherwise cover the question about unsaved changes.
    onClose();
    follow(path, true);
  };
  return (
    <div hidden={!isShown}>
      <Group gap="xs" mb="md">
        {back && (
          <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={back.go}>
            {back.label}
          </Button>
        )}
        <Group gap="xs" ml="auto">
          <Can do={history.listItem}>
            <Button component="a" href={hrefOf(versions)} variant="default" onClick={open(versions)}>
              History
            </Button>
          </Can>
          <Button component="a" href={hrefOf(page)} variant="default" onClick={open(page)}>
            Open
          </Button>
        </Group>
      </Group>
      {failed && <ErrorState title={texts.itemNotLoaded} {...failed} />}
      {invalid && <ErrorState title={texts.itemNotLoaded} error={invalid} />}
      {!failed && !invalid && !fitting && <FieldsSkeleton />}
      {!failed && fitting && <SavedItem {...fitting} />}
      {!failed && fitting && <UsedBy instanceId={instanceId} templateId={templateId} id={id} />}
    </div>
  );
}

function SavedItem({ template, saved }: { template: Template; saved: DraftBase }) {
  const tree = treeOf(template);
  const ids = useMemo(() => linkedIdsOf(tree, saved.values), [tree, saved]);
  return (
    <LinkLabels ids={ids}>
      <ReadOnlyItem nodes={tree} {...saved} />
    </LinkLabels>
  );
}
