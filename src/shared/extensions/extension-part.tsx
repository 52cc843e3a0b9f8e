import type { DrawnParts } from '@quartermaster/contract/extensions/messages.ts';
import type { PartKind } from '@quartermaster/contract/extensions/part-kinds.ts';
import { useState } from 'react';
import type { Extension } from './extension.ts';
import classes from './extensions.module.css';
import { RunningPart } from './running-part.tsx';

interface ExtensionPartProps<K extends PartKind> {
  kind: K;
  extension: Extension;
  /** The accessible name. */
  title: string;
  context: DrawnParts[K]['context'];
  requests: DrawnParts[K]['requests'];
  /** Called when it was removed. */
  onFailed?: () => void;
}

/** A part of an extension in its place; a line says so once it has stopped working. */
export function ExtensionPart<K extends PartKind>({ onFailed, ...part }: ExtensionPartProps<K>) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed)
    return (
      <p className={classes.note} role="status">
        The extension “{part.extension.title}” has stopped working.
      </p>
    );
  const fail = () => {
    setFailed(true);
    onFailed?.();
  };
  return <RunningPart {...part} onFailed={fail} />;
}
