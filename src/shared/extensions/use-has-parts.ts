import type { PartKind } from '@quartermaster/contract/extensions/part-kinds.ts';
import { useInstanceContext } from '../access/instance-context.ts';
import { useServices } from '../services/services.ts';

/** True if an extension has such a part: only then anything of extensions is loaded. */
export function useHasParts(kind: PartKind): boolean {
  const { hostExtensions } = useServices();
  const ofWorkspace = useInstanceContext()?.workspace.extension_parts;
  return ofWorkspace?.includes(kind) === true || hostExtensions.some((extension) => extension[kind] !== undefined);
}
