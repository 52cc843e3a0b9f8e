import { useState } from 'react';
import { readStoredJson, writeStored } from '../../../shared/storage/storage.ts';

const storageKey = 'sidebar-menu';

type Closed = Record<string, boolean>;

/** The sidebar folders that the user has closed; stored in the browser per instance or other `scope`. */
export function useClosedFolders(scope: number | string) {
  const [closed, setClosed] = useState(() => readStoredJson<Closed>(storageKey, {}));
  const keyOf = (folderId: string) => `${scope}/${folderId}`;
  return {
    isClosed: (folderId: string) => closed[keyOf(folderId)] === true,
    toggle: (folderId: string) => {
      const { [keyOf(folderId)]: wasClosed, ...rest } = readStoredJson<Closed>(storageKey, {});
      const next = wasClosed ? rest : { ...rest, [keyOf(folderId)]: true };
      writeStored(storageKey, JSON.stringify(next));
      setClosed(next);
    },
  };
}
