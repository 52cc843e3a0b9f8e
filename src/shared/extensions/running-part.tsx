import type { DrawnKind } from '@quartermaster/contract/extensions/messages.ts';
import type { Extension } from './extension.ts';
import { FramePart } from './frame-part.tsx';
import { HostPart } from './host-part.tsx';
import type { PartProps } from './part-props.ts';

/** A part of an extension where it runs: in a frame, or as an element of the host. */
export function RunningPart<K extends DrawnKind>({ extension, ...part }: PartProps<K> & { extension: Extension }) {
  const { runs } = extension;
  // The key remounts the frame for another version.
  if ('frame' in runs) return <FramePart key={runs.frame} {...part} address={runs.frame} />;
  const { host } = runs;
  const tag = part.kind === 'editor' ? host.element : host[part.kind as Exclude<DrawnKind, 'editor'>]?.element;
  return <HostPart {...part} tag={tag ?? ''} />;
}
