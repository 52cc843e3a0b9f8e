import type { Build, Channel } from '@quartermaster/contract/endpoints/builds.ts';

/** What a dialog does with a build or a channel. */
export type BuildAction =
  | { kind: 'name'; build: Build }
  | { kind: 'set'; build: Build; channel: Channel }
  | { kind: 'follow'; channel: Channel }
  | { kind: 'create'; channel: Channel }
  | { kind: 'delete'; channel: Channel };

/** The properties that these dialogs share. */
export interface BuildDialogProps {
  opened: boolean;
  instanceId: number;
  onClose: () => void;
  /** Called after closing, once focus is restored. */
  onClosed: () => void;
}
