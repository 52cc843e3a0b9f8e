import { TextInput } from '@mantine/core';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import type { MomentPickerProps } from './moment-picker.tsx';

/** The calendar is loaded when the first field or filter of the type is shown. */
export const MomentPicker = lazyPart<MomentPickerProps>(
  () => import('./moment-picker.tsx').then((m) => m.MomentPicker),
  {
    Fallback: ({ value, onChange: _, hasZone: __, zone: ___, isTyped: ____, onUnread: _____, ...input }) => (
      <TextInput {...input} value={value ?? ''} readOnly />
    ),
  },
);
