import type { DrawnKind, DrawnParts } from '@quartermaster/contract/extensions/messages.ts';

/** What a part of an extension that is drawn in a place of its own gets, wherever it runs. */
export interface PartProps<K extends DrawnKind = DrawnKind> {
  kind: K;
  /** The accessible name. */
  title: string;
  context: DrawnParts[K]['context'];
  /** The same ones as long as it is shown. */
  requests: DrawnParts[K]['requests'];
  /** Called when it has to be removed. */
  onFailed: () => void;
}
