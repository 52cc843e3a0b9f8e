import type { Extension } from '@quartermaster/contract/endpoints/extensions.ts';

/** What an owner does: allows an extension, or another version of one; removes one. */
export type ExtensionAction =
  | { kind: 'allow' }
  | { kind: 'update'; extension: Extension }
  | { kind: 'remove'; extension: Extension };
