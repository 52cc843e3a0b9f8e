import type { Import } from '@quartermaster/contract/endpoints/imports.ts';
import { type Decided, openConflicts } from '../../../shared/checked-rows/decisions.ts';
import { count } from '../../../shared/ui/count.ts';

/** Why an import cannot be applied yet, as a sentence; undefined if it can. */
export function openQuestion({ counts }: Pick<Import, 'counts'>, decided: Decided): string | undefined {
  const { conflict, refused, added, changed } = counts;
  const open = openConflicts(conflict, decided);
  if (open > 0) return `Decide ${open === 1 ? 'the conflict' : count(open, 'conflict')} first.`;
  if (refused > 0 && !decided.leaveOutRefused)
    return `${count(refused, 'row')} ${refused === 1 ? 'is' : 'are'} refused. Mend the file, or import what is valid.`;
  return added + changed + conflict === 0 ? 'There is nothing to import.' : undefined;
}
