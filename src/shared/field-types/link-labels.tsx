import { useQueries } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { itemQueries } from '../data/items.ts';
import { useRequest } from '../http/request.ts';
import { useInstanceId } from '../session/active-instance.ts';

type Labels = ReadonlyMap<string, ReadonlyMap<number, string>>;
const LabelsContext = createContext<Labels>(new Map());

interface LinkLabelsProps {
  /** Ids of linked items by their template. */
  ids: ReadonlyMap<string, readonly number[]>;
  children: ReactNode;
}

/** Resolves the labels of all links that its children show: one call a template. */
export function LinkLabels({ ids, children }: LinkLabelsProps) {
  const request = useRequest();
  const instanceId = useInstanceId();
  const wanted = useMemo(() => [...ids].filter(([templateId]) => templateId !== ''), [ids]);
  const answers = useQueries({
    queries: wanted.map(([templateId, list]) => itemQueries.labels(request, instanceId, templateId, list)),
    combine: (results) => results.map(({ data }) => data),
  });
  const labels = useMemo(() => {
    const known = new Map<string, ReadonlyMap<number, string>>();
    wanted.forEach(([templateId], index) => {
      const found = answers[index];
      if (found) known.set(templateId, found);
    });
    return known;
  }, [answers, wanted]);
  return <LabelsContext value={labels}>{children}</LabelsContext>;
}

/** The label of a linked item; undefined until it is known, or where there is no such item. */
export const useLinkLabel = (templateId: string, id: number): string | undefined =>
  useContext(LabelsContext).get(templateId)?.get(id);
