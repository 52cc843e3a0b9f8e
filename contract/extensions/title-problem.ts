import type { Static } from 'typebox';
import type { ExtensionManifest } from '../shapes/extensions.ts';
import { checkInvisible } from '../typed-text.ts';

/** Which title of a manifest looks like another one, or changes how the text around it is read, and why. */
export function findTitleProblem({
  title,
  panel,
  action,
  card,
}: Static<typeof ExtensionManifest>): { path: string; reason: string } | undefined {
  const titles = { title, 'panel.title': panel?.title, 'action.title': action?.title, 'card.title': card?.title };
  for (const [path, text = ''] of Object.entries(titles)) {
    const reason = /[\t\n\r]/.test(text) ? 'has a line break or a tab' : checkInvisible(text);
    if (reason) return { path, reason };
  }
  return undefined;
}
