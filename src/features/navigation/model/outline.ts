import { ancestorsOf, descendantsOf } from '../../../shared/tree/tree-shape.ts';
import { type MenuDraft, nameOf } from './menu-draft.ts';

/** The names of a menu as text, one per line, indented by level. */
export const outlineOf = (draft: MenuDraft): string =>
  descendantsOf(draft.shape, null)
    .map((id) => '  '.repeat(ancestorsOf(draft.shape, id).length) + nameOf(draft, id))
    .join('\n');
