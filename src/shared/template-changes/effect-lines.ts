import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { isComputedType } from '@quartermaster/contract/field-types/registry.ts';
import type { ChangeKind } from '../ui/change/change-mark.tsx';
import { count } from '../ui/count.ts';
import type { FieldChange } from './template-changes.ts';

/** The items that a line is about: their number, and the first few with their labels. */
type IncompatibleValues = FieldEffect['incompatible'];

/** A sentence about how a change affects existing items. */
export interface EffectLine {
  text: string;
  /** `loss`: items lose something; `blocked`: the save is refused until this is resolved. */
  tone: 'plain' | 'loss' | 'blocked';
  items?: IncompatibleValues;
  /** Some values before and after a conversion. */
  converted?: NonNullable<FieldEffect['converted']>;
}

/** How a change affects existing items, as sentences; `total` is the number of items. */
export function effectLines(kind: ChangeKind, change: FieldChange, effect: FieldEffect, total: number): EffectLine[] {
  if (total === 0) return [];
  if (kind !== 'removed' && isComputedType(change.settings.type))
    return [{ text: 'Its values are computed by the formula', tone: 'plain' }, ...commonLines(effect)];
  return [...valueLines[kind](change, effect, total), ...commonLines(effect)];
}

/** The server counts up to a limit; beyond it, the number is a minimum. */
const atLeast = (isExact = true): string => (isExact ? '' : 'At least ');

const valueLines: Record<ChangeKind, (change: FieldChange, effect: FieldEffect, total: number) => EffectLine[]> = {
  removed: (_, { items, items_is_exact }) => [
    items === 0
      ? { text: 'No item has a value in it', tone: 'plain' }
      : {
          text: `${atLeast(items_is_exact)}${count(items, 'item loses', 'items lose')} a value; it is stored and can be restored`,
          tone: 'loss',
        },
  ],
  updated: ({ changed }, { items, items_is_exact, incompatible, converted }) => {
    const unchanged = items - incompatible.count;
    if (unchanged <= 0) return incompatible.count > 0 ? [] : [{ text: 'No item has a value in it', tone: 'plain' }];
    const isRenamed = changed.some(({ setting }) => setting === 'name');
    const end = `${converted ? ' in the new form' : ''}${isRenamed ? ' under the new name' : ''}`;
    const sentence = `${atLeast(items_is_exact)}${count(unchanged, 'item keeps its value', 'items keep their value')}${end}`;
    return [{ text: sentence, tone: 'plain', ...(converted && { converted }) }];
  },
  added: (_, { restored, unrestorable }, total) => {
    if (restored > 0) {
      const all = restored === total && total > 1 ? 'All ' : '';
      return [{ text: `${all}${count(restored, 'item gets its value', 'items get their value')} back`, tone: 'plain' }];
    }
    return unrestorable.count > 0 ? [] : [{ text: 'No item has a value in it yet', tone: 'plain' }];
  },
};

function commonLines({ missing, unrestorable, incompatible, warnings }: FieldEffect): EffectLine[] {
  const lines: EffectLine[] = [];
  if (missing > 0) {
    const text = count(
      missing,
      'item has no value yet and must get one at its',
      'items have no value yet and must get one at their',
    );
    lines.push({ text: `${text} next save`, tone: 'loss' });
  }
  if (unrestorable.count > 0) {
    const text = count(
      unrestorable.count,
      'item cannot get its former value back; it stays in its',
      'items cannot get their former value back; it stays in their',
    );
    lines.push({ text: `${text} history`, tone: 'loss', items: unrestorable });
  }
  if (incompatible.count > 0) {
    const text = `${count(incompatible.count, 'value does', 'values do')} not fit`;
    lines.push({ text, tone: 'blocked', items: incompatible });
  }
  if (warnings) {
    const text = count(warnings.count, 'item gets a warning', 'items get a warning');
    lines.push({ text, tone: 'plain', items: warnings });
  }
  return lines;
}
