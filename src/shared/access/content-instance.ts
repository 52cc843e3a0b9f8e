import { createContext, useContext } from 'react';
import { useInstanceId } from './active-instance.ts';

const Context = createContext<number | null>(null);

/** Shows content of another instance than the active one: its images, and the targets of its links to items. */
export const ContentInstance = Context.Provider;

/** The instance whose content is shown here. */
export function useContentInstanceId(): number {
  const active = useInstanceId();
  return useContext(Context) ?? active;
}
