import { type ReactNode, useCallback, useState } from 'react';
import { type ItemPlace, OpenBeside } from '../../../shared/links/open-beside.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';

const ItemsPanel = lazyPart(() => import('./items-panel.tsx').then((m) => m.ItemsPanel));

interface ItemsBesideProps {
  instanceId: number;
  className: string | undefined;
  children: ReactNode;
}

/** A form whose links to items open in a side panel over its right part, so that the form is not left. */
export function ItemsBeside({ instanceId, className, children }: ItemsBesideProps) {
  const [first, setFirst] = useState<ItemPlace | null>(null);
  const open = useCallback((item: ItemPlace) => setFirst(item), []);
  const isMounted = useHasOpened(first !== null);
  return (
    <>
      <div className={className}>
        <OpenBeside value={open}>{children}</OpenBeside>
      </div>
      {isMounted && <ItemsPanel instanceId={instanceId} first={first} onClose={() => setFirst(null)} />}
    </>
  );
}
