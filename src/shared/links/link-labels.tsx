import type { LinkedItem } from '@quartermaster/contract/endpoints/items.ts';
import { useQueries } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useContentInstanceId } from '../access/content-instance.ts';
import { itemQueries } from '../data/items.ts';
import { useRequest } from '../services/request.ts';

type Items = ReadonlyMap<string, ReadonlyMap<number, LinkedItem>>;

interface LinkLabelsContext {
  itemOf: (templateId: string, id: number) => LinkedItem | undefined;
  remember: (templateId: string, item: LinkedItem) => void;
}

const Context = createContext<LinkLabelsContext>({ itemOf: () => undefined, remember: () => undefined });

interface LinkLabelsProps {
  /** Ids of linked items by template; a new map triggers a new request. */
  ids: ReadonlyMap<string, readonly number[]>;
  children: ReactNode;
}

/** Loads the labels of all links that its children show: one request per template. */
export function LinkLabels({ ids, children }: LinkLabelsProps) {
  const request = useRequest();
  const instanceId = useContentInstanceId();
  const [picked, setPicked] = useState<Items>(new Map());
  const linked = useMemo(() => [...ids].filter(([templateId]) => templateId !== ''), [ids]);
  const answers = useQueries({
    queries: linked.map(([templateId, list]) => itemQueries.labels(request, instanceId, templateId, list)),
    combine: (results) => results.map(({ data }) => data),
  });
  const remember = useCallback(
    (templateId: string, item: LinkedItem) =>
      setPicked((before) => new Map(before).set(templateId, new Map(before.get(templateId)).set(item.id, item))),
    [],
  );
  const value = useMemo(() => {
    const fetched: Items = new Map(linked.map(([templateId], index) => [templateId, answers[index] ?? new Map()]));
    const itemOf = (templateId: string, id: number) =>
      fetched.get(templateId)?.get(id) ?? picked.get(templateId)?.get(id);
    return { itemOf, remember };
  }, [answers, linked, picked, remember]);
  return <Context value={value}>{children}</Context>;
}

/** The label of a linked item; undefined until it is loaded, or if the item does not exist. */
export const useLinkLabel = (templateId: string, id: number): string | undefined =>
  useContext(Context).itemOf(templateId, id)?.internal_label;

/** The path of a linked item's picture; undefined until it is loaded, or if the item has none. */
export const useLinkImage = (templateId: string, id: number): string | undefined =>
  useContext(Context).itemOf(templateId, id)?.image;

/** Stores the label of an item that was just selected, so that it need not be fetched. */
export const useRememberLabel = (): LinkLabelsContext['remember'] => useContext(Context).remember;
