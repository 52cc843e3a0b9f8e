import { type ReactNode, useCallback, useState } from 'react';
import { type ItemPlace, OpenInPanel } from '../../../shared/links/open-in-panel.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';

const ItemPanel = lazyPart(() => import('./item-panel.tsx').then((m) => m.ItemPanel));

interface WithItemPanelProps {
  instanceId: number;
  className: string | undefined;
  children: ReactNode;
}

/** A form whose links to items open in a side panel over its right part, so that the form is not left. */
export function WithItemPanel({ instanceId, className, children }: WithItemPanelProps) {
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
