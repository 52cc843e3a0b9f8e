import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { useMemo } from 'react';
import { ChangesView } from '../changes/changes-view.tsx';
import { menuSection } from '../changes/sections.ts';
import { ChangePanel } from '../lazy-parts.ts';
import page from '../sync.module.css';
import { useOpenChange } from '../use-open-change.ts';
import { useSyncedItems } from './use-synced-items.ts';

/** What a sync has changed: a list, and the open change next to it. */
export function SyncedChanges({ data }: { data: Output<typeof sync.get> }) {
  const { id, source, target, counts } = data.sync;
  const { opened, addressOf, show } = useOpenChange();
  const { itemsOf, loadMore } = useSyncedItems(id);
  const sections = useMemo(
    () => [
      ...(counts.menu ? [menuSection({ added: 0, updated: 0, removed: 0 })] : []),
      ...data.templates.map((template) => ({
        key: template.template_id,
        templateId: template.template_id,
        name: template.name,
        change: template.change,
        counts: template.counts,
        rows: itemsOf(template.template_id),
        total: template.counts.added + template.counts.updated + template.counts.removed,
      })),
    ],
    [data, counts.menu, itemsOf],
  );
  return (
    <div className={page.main}>
      <ChangesView
        label="Changes"
        sections={sections}
        addressOf={addressOf}
        opened={opened}
        onOpen={show}
        onMissing={({ templateId }) => {
          if (templateId !== null) loadMore(templateId);
        }}
        note={({ templateId }) => (templateId === null ? 'Only the navigation.' : 'Only the template.')}
      />
      {opened && (
        <ChangePanel
          opened={opened}
          source={source.env}
          target={target}
          nameOf={(templateId) =>
            data.templates.find(({ template_id }) => template_id === templateId)?.name ?? templateId
          }
          syncId={id}
          onClose={() => show(null)}
        />
      )}
    </div>
  );
}
