import { checkInvisible } from '../typed-text.ts';

interface Titled {
  title: string;
}

/** The titles of a manifest. */
interface Titles extends Titled {
  panel?: Titled;
  action?: Titled;
  card?: Titled;
}

/** Which title of a manifest looks like another one, or changes how the text around it is read, and why. */
export function findTitleProblem({ title, panel, action, card }: Titles): { path: string; reason: string } | undefined {
  const titles = { title, 'panel.title': panel?.title, 'action.title': action?.title, 'card.title': card?.title };
  for (const [path, text = ''] of Object.entries(titles)) {
    const reason = /[\t\n\r]/.test(text) ? 'has a line break or a tab' : checkInvisible(text);
    if (reason) return { path, reason };
  }
  return undefined;
}
