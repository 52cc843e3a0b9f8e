import type { ItemHeader } from '@quartermaster/contract/endpoints/items.ts';
import { useQueries } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useContentInstanceId } from '../access/content-instance.ts';
import { itemQueries } from '../data/items.ts';
import { useRequest } from '../services/request.ts';

type Labels = ReadonlyMap<string, ReadonlyMap<number, string>>;

interface LinkLabelsContext {
  labelOf: (templateId: string, id: number) => string | undefined;
  remember: (templateId: string, item: ItemHeader) => void;
}

const Context = createContext<LinkLabelsContext>({ labelOf: () => undefined, remember: () => undefined });

interface LinkLabelsProps {
  /** Ids of linked items by template; a new map triggers a new request. */
  ids: ReadonlyMap<string, readonly number[]>;
  children: ReactNode;
}

/** Loads the labels of all links that its children show: one request per template. */
export function LinkLabels({ ids, children }: LinkLabelsProps) {
  const request = useRequest();
  const instanceId = useContentInstanceId();
  const [picked, setPicked] = useState<Labels>(new Map());
  const wanted = useMemo(() => [...ids].filter(([templateId]) => templateId !== ''), [ids]);
  const answers = useQueries({
    queries: wanted.map(([templateId, list]) => itemQueries.labels(request, instanceId, templateId, list)),
    combine: (results) => results.map(({ data }) => data),
  });
  const remember = useCallback(
    (templateId: string, { id, internal_label }: ItemHeader) =>
      setPicked((before) => new Map(before).set(templateId, new Map(before.get(templateId)).set(id, internal_label))),
    [],
  );
  const value = useMemo(() => {
    const fetched: Labels = new Map(wanted.map(([templateId], index) => [templateId, answers[index] ?? new Map()]));
    const labelOf = (templateId: string, id: number) =>
      fetched.get(templateId)?.get(id) ?? picked.get(templateId)?.get(id);
    return { labelOf, remember };
  }, [answers, wanted, picked, remember]);
  return <Context value={value}>{children}</Context>;
}

/** The label of a linked item; undefined until it is loaded, or if the item does not exist. */
export const useLinkLabel = (templateId: string, id: number): string | undefined =>
  useContext(Context).labelOf(templateId, id);

/** Stores the label of an item that was just selected, so that it need not be fetched. */
export const useRememberLabel = (): LinkLabelsContext['remember'] => useContext(Context).remember;
