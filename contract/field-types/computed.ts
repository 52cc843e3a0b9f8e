import { boolean } from './boolean.ts';
import { exportedKinds } from './exported-kinds.ts';
import { type ComputedKind, type FieldTypeContract, fieldType } from './field-type.ts';
import { float } from './float.ts';
import { formula } from './setting.ts';
import { text } from './text.ts';

/** A type whose values the server computes by a formula; they are compared, filtered and sorted like those of `like`. */
function computed<S extends { name: string; label: string }>(
  computes: ComputedKind,
  label: string,
  { wrongKind, parse, drawnAs, filter: { conditions }, index: { kind, entries, sortsBy } }: FieldTypeContract<S>,
) {
  return fieldType({
    label,
    holds: 'value',
    exported: { kind: exportedKinds[computes] },
    inPalette: true,
    settings: { formula },
    computes,
    ...(drawnAs && { drawnAs }),
    filter: { conditions },
    // The functions of these types read no settings.
    wrongKind: (value, settings) => wrongKind(value, settings as unknown as S),
    parse: (typed, settings) => parse(typed, settings as unknown as S),
    index: {
      kind,
      sortsBy,
      entries: (value, settings) => entries(value, settings as unknown as S),
    },
  });
}

/** A number that is computed from the other fields, as an IEEE 754 double. */
export const computedNumber = computed('number', 'Computed number', float);

/** A text that is computed from the other fields. */
export const computedText = computed('text', 'Computed text', text);

/** True or false, computed from the other fields. */
export const computedBoolean = computed('boolean', 'Computed checkbox', boolean);
