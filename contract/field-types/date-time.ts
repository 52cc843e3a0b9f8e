import { exportedKinds } from './exported-kinds.ts';
import { type FieldValue, fieldType, requiredField } from './field-type.ts';
import { numberConditions } from './filters.ts';
import { millisecondsOf, notMoment, readMoment } from './moment.ts';
import { required } from './setting.ts';

/**
 * A moment, stored and exported in UTC to the second, as `2026-11-25T03:00:00Z`. The API also accepts other zones, and
 * seconds that are missing or have a fraction of zero.
 */
export const dateTime = fieldType({
  label: 'Date and time',
  holds: 'value',
  exported: { kind: exportedKinds.moment },
  inPalette: true,
  drawnAs: 'time',
  settings: { required },
  wrongKind: (value) => {
    const parsed = readMoment(String(value));
    if ('reason' in parsed) return parsed.reason;
    return parsed.value === value ? undefined : notMoment;
  },
  missing: requiredField,
  wire: {
    read: (value) => {
      const parsed = typeof value === 'string' ? readMoment(value) : undefined;
      // Any other value is left to the validation.
      return parsed && 'value' in parsed ? parsed.value : (value as FieldValue);
    },
  },
  parse: readMoment,
  filter: { conditions: numberConditions },
  index: {
    kind: 'number',
    entries: (value) => ({ numbers: [millisecondsOf(String(value)) / 1000] }),
    isMoment: true,
    sortsBy: 'number',
  },
});
