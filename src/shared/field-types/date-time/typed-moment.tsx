import { Group, TextInput, type TextInputProps } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { calendarLook } from '../../ui/dates/calendar.tsx';

interface TypedMomentProps extends Pick<TextInputProps, 'label' | 'aria-label' | 'error' | 'withAsterisk'> {
  /** A local time: `2026-11-25 04:00:00`. */
  value: string | null;
  onChange: (local: string | null) => void;
  /** Called with true once a text is left that is no time, which `value` then does not have; with false once it is one. */
  onUnread?: ((isUnread: boolean) => void) | undefined;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The day of a typed text, such as `2026-12-01` or `1 Dec 2026`; `null` if it is none, or not complete. */
export function readDay(text: string): string | null {
  const typed = text.trim();
  const isIso = /^\d{4}-\d\d-\d\d$/.test(typed);
  // Days and months as numbers have no order that everybody shares.
  if (!isIso && !(/[a-z]{3}/i.test(typed) && /(^|\D)\d{4}$/.test(typed))) return null;
  const date = new Date(isIso ? `${typed}T00:00:00` : typed);
  if (Number.isNaN(date.getTime())) return null;
  // Engines read 31 Feb as 3 March.
  if (!typed.split(/\D+/).some((number) => number !== '' && Number(number) === date.getDate())) return null;
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The time of a typed text, such as `18:30`, `6 pm` or `930`; `null` if it is none, or not complete. */
export function readTime(text: string): string | null {
  const [, hours = '', minutes = '00', half] = /^\s*(\d{1,2})(?:[:.]?(\d\d))?\s*([ap]m)?\s*$/i.exec(text) ?? [];
  const isComplete = hours !== '' && (half !== undefined || /\d\d$/.test(text.trim()));
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (!isComplete || hour > 23 || Number(minutes) > 59 || (half !== undefined && Number(hours) > 12)) return null;
  return `${twoDigits(hour)}:${minutes}`;
}

/** Enter leaves the form open. */
const keepOpen = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

/** The text of an input while it is typed; wrong from when it is left until it can be read. */
function useTyped(read: (text: string) => string | null) {
  const [text, setText] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const isUnread = text !== undefined && read(text) === null;
  return {
    text,
    isUnread,
    isWrong: isLeft && isUnread,
    type: (typed: string) => {
      setText(typed);
      if (read(typed) !== null) setLeft(false);
    },
    leave: () => {
      if (isUnread) setLeft(true);
      else setText(undefined);
    },
    forget: () => setText(undefined),
  };
}

/** A local time as a date, typed or chosen from a calendar, and a time without seconds. */
export function TypedMoment({ value, onChange, onUnread, label, error, ...input }: TypedMomentProps) {
  const [day = null, time = ''] = value?.split(' ') ?? [];
  const typedDay = useTyped(readDay);
  // A time is empty until all of it is typed.
  const typedTime = useTyped(readTime);
  const isWrong = typedDay.isWrong || typedTime.isWrong;
  const report = useEffectEvent(() => onUnread?.(isWrong));
  const wasWrong = useRef(false);
  useEffect(() => {
    if (wasWrong.current !== isWrong) report();
    wasWrong.current = isWrong;
  }, [isWrong]);
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <DateInput
        {...input}
        {...calendarLook}
        flex={1}
        label={label}
        error={typedDay.isWrong ? 'Type a date, such as 1 Dec 2026' : error}
        placeholder="1 Dec 2026"
        value={day}
        onInput={({ currentTarget }) => typedDay.type(currentTarget.value)}
        onChange={(chosen) => {
          typedDay.forget();
          if (chosen === null) typedTime.forget();
          onChange(chosen === null ? null : `${chosen} ${time || '00:00:00'}`);
        }}
        fixOnBlur={!typedDay.isUnread}
        onBlur={typedDay.leave}
        valueFormat="D MMM YYYY"
        dateParser={readDay}
        onKeyDown={keepOpen}
        autoComplete="off"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear' }}
      />
      <TextInput
        w={120}
        label="Time"
        placeholder="18:00"
        disabled={day === null}
        value={typedTime.text ?? time.slice(0, 5)}
        onChange={({ currentTarget }) => {
          typedTime.type(currentTarget.value);
          const read = readTime(currentTarget.value);
          if (read !== null) onChange(`${day} ${read}:00`);
        }}
        error={typedTime.isWrong && 'Type a time, such as 18:30 or 6 pm'}
        onBlur={typedTime.leave}
        onKeyDown={keepOpen}
        autoComplete="off"
      />
    </Group>
  );
}
