import { useInstanceContext } from './instance-context.ts';

const none: readonly string[] = [];

/** The languages of the active instance's project, the source first; empty if it has none. */
export const useProjectLanguages = (): readonly string[] => useInstanceContext()?.project.languages ?? none;
