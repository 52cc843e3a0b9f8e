import { type ReactNode, useCallback, useState } from 'react';
import { type ItemPlace, OpenInPanel } from '../../../shared/links/open-in-panel.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';

const ItemPanel = lazyPart(() => import('./item-panel.tsx').then((m) => m.ItemPanel));

interface ItemPanelProviderProps {
  instanceId: number;
  className: string | undefined;
  children: ReactNode;
}

/** Lets links to items in a form open them in a side panel over its right part, so that the user does not leave the form. */
export function ItemPanelProvider({ instanceId, className, children }: ItemPanelProviderProps) {
  const [first, setFirst] = useState<ItemPlace | null>(null);
  const open = useCallback((item: ItemPlace) => setFirst(item), []);
  const isMounted = useHasOpened(first !== null);
  return (
    <>
      <div className={className}>
        <OpenInPanel value={open}>{children}</OpenInPanel>
      </div>
      {isMounted && <ItemPanel instanceId={instanceId} first={first} onClose={() => setFirst(null)} />}
    </>
  );
}
