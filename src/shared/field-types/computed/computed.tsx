import { IconMathFunction } from '../../ui/icons/math-function.ts';
import { IconMathSymbols } from '../../ui/icons/math-symbols.ts';
import { IconMathXy } from '../../ui/icons/math-xy.ts';
import { boolean } from '../boolean/boolean.tsx';
import type { FieldTypeView } from '../field-type-view.ts';
import { float } from '../number/number.tsx';
import { text } from '../text/text.tsx';

// The cells and filters of these types read no settings, so that those of another type do as well.

/** A computed number, displayed like a float. */
export const computedNumber = { ...(float as unknown as FieldTypeView<'computed-number'>), icon: IconMathFunction };

/** A computed text, displayed like a text. */
export const computedText = { ...(text as unknown as FieldTypeView<'computed-text'>), icon: IconMathXy };

/** A computed checkbox, displayed like a checkbox. */
export const computedBoolean = {
  ...(boolean as unknown as FieldTypeView<'computed-boolean'>),
  icon: IconMathSymbols,
};
