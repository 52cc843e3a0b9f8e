import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { partAtom } from '../../shared/services/part.ts';
import { InFrame } from '../../shared/ui/page/in-frame.ts';
import classes from './frame.module.css';

/** What is around a part: the host's page has everything else. The pages of the whole console have their usual room. */
export function PartFrame({ children }: { children: ReactNode }) {
  const part = useAtomValue(partAtom);
  const isPage = part?.name === 'list' || part?.name === 'item-form';
  return (
    <div className={classes.part} data-page={isPage || undefined}>
      <InFrame value={true}>{children}</InFrame>
    </div>
  );
}
