import { isRowType } from '@quartermaster/contract/field-types/registry.ts';
import { caselessText } from '@quartermaster/contract/typed-text.ts';
import { settingsOf } from '../../../shared/template-changes/template-state.ts';
import { childrenOf } from '../../../shared/tree/tree-shape.ts';
import type { Draft } from './draft.ts';

/**
 * True if another field of the same level has the same label, apart from case and spaces around it. It can be saved, but the item form shows
 * two inputs that look the same.
 */
export function isLabelShared(draft: Draft, id: string): boolean {
  const label = comparable(draft, id);
  if (label === undefined) return false;
  const level = childrenOf(draft.shape, draft.shape.parents.get(id) ?? null);
  return level.some((other) => other !== id && comparable(draft, other) === label);
}

/** Undefined for a row, which the item form does not show by its label, and for a field without a label. */
function comparable(draft: Draft, id: string): string | undefined {
  const { type, label } = settingsOf(draft, id);
  return isRowType(type) ? undefined : caselessText(label) || undefined;
}
