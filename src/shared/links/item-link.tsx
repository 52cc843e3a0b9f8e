import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import type { ComponentProps } from 'react';
import { useContentInstanceId } from '../access/content-instance.ts';
import { PlainLink } from '../ui/plain-link.tsx';
import { type ItemPlace, useOpenInPanel } from './open-in-panel.ts';

type ItemLinkProps = ItemPlace & Omit<ComponentProps<typeof PlainLink>, 'to' | 'instead' | 'id'>;

/** A link to an item: opens it in the side panel of the enclosing form, or its page elsewhere and in a new tab. */
export function ItemLink({ templateId, id, ...props }: ItemLinkProps) {
  const open = useOpenInPanel();
  return (
    <PlainLink
      {...props}
      to={pathTo(paths.item, { instanceId: useContentInstanceId(), templateId, id })}
      {...(open && { instead: () => open({ templateId, id }), 'aria-haspopup': 'dialog' })}
    />
  );
}
