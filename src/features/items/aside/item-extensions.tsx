import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ItemAddress } from '../../../shared/data/history.ts';
import { type ItemRecord, itemRecordsQuery } from '../../../shared/data/item-records.ts';
import { type Extension, useExtensionsWith } from '../../../shared/extensions/extension.ts';
import { ExtensionPart } from '../../../shared/extensions/extension-part.tsx';
import { useRequests, useSurroundings } from '../../../shared/extensions/use-surroundings.ts';
import { useFileCall } from '../../../shared/services/file-call.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { FoldedPart } from '../uses/folded-part.tsx';
import { AsidePart } from './aside-part.tsx';

export interface ItemExtensionsProps {
  item: ItemAddress;
  /** Below the form, where each is opened by its title. */
  isFolded: boolean;
}

/** The panels that extensions have for an item. */
export function ItemExtensions({ item, isFolded }: ItemExtensionsProps) {
  const panels = useExtensionsWith('panel', item.templateId);
  const Part = isFolded ? FoldedPart : AsidePart;
  return panels.map(({ extension, title }) => (
    <Part key={extension.name} title={title}>
      <LoadedPanel item={item} extension={extension} title={title} />
    </Part>
  ));
}

interface PanelProps extends Pick<ItemExtensionsProps, 'item'> {
  extension: Extension;
  title: string;
}

function LoadedPanel(panel: PanelProps) {
  const { item } = panel;
  const { data, error } = useQuery(itemRecordsQuery(useFileCall(), item, { ids: [item.id] }, 1));
  if (!data) return error ? <ErrorCallout error={error} /> : <Skeleton height={36} />;
  const [record] = data;
  // Empty if another member has deleted it in the meantime.
  return record && <Panel {...panel} record={record} />;
}

function Panel({ item: { templateId }, extension, title, record }: PanelProps & { record: ItemRecord }) {
  const surroundings = useSurroundings();
  const context = useMemo(
    () => ({ item: { templateId, ...record }, ...surroundings }),
    [templateId, record, surroundings],
  );
  const requests = useRequests(extension.title);
  return <ExtensionPart kind="panel" extension={extension} title={title} context={context} requests={requests} />;
}
