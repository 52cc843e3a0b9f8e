import { createContext, useContext } from 'react';
import { useInstanceId } from './active-instance.ts';

const Context = createContext<number | null>(null);

/** Shows the content of another instance than the active one inside: its images, and the items that links lead to. */
export const ContentInstance = Context.Provider;

/** The instance whose content is shown here. */
export function useContentInstanceId(): number {
  const active = useInstanceId();
  return useContext(Context) ?? active;
}
