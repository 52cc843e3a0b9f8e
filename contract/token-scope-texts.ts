import type { TokenScope } from './access.ts';

/** What each scope of a token is for, as people choose it. */
export const tokenScopeTexts: Record<TokenScope, string> = {
  read: 'Reads templates, items, the menu, their history and the trash.',
  propose: 'Proposes changes to items and checks imports in Dev and Stage, which people then apply.',
  'write:dev': 'Saves, imports and deletes items, templates and the menu in Dev.',
  deliver: 'Reads exported files, builds and channels, like the API token.',
};
