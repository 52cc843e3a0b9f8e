import type { MountedPart, Quartermaster } from '../../src/app/context/host-api.ts';
import type { Source, Wanted } from './keep-mounted.d.ts';

type PartName = Parameters<Quartermaster['mountPart']>[0];

/** What shows a part in an element as `keepMounted` shows the console. */
export declare function partOf(
  src: Source,
  name: PartName,
  onPart: (part: MountedPart<PartName> | null) => void,
): Pick<Wanted, 'src' | 'updated'>;
