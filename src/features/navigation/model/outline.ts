import { ancestorsOf, descendantsOf } from '../../../shared/tree/tree-shape.ts';
import { type MenuDraft, nameOf } from './menu-draft.ts';

/** The names of a menu as text, a line for each, indented by their level. */
export const outlineOf = (draft: MenuDraft): string =>
  descendantsOf(draft.shape, null)
    .map((id) => '  '.repeat(ancestorsOf(draft.shape, id).length) + nameOf(draft, id))
    .join('\n');
