import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useServices } from '../../services/services.ts';
import { useKey } from '../../ui/hooks/use-key.ts';
import { isTyping } from '../../ui/hooks/use-page-event.ts';
import { SearchKey } from './search-key.tsx';

interface SearchFieldProps {
  /** What is searched, e.g. `Search members`. */
  label: string;
  /** The text that the list shows the entries of. */
  value: string;
  /** Must replace the address with one that says the text, and mark its history entry as typed. */
  onSearch: (text: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Milliseconds without typing before a list is searched. */
const pause = 250;

/** Searches a list while one types; `/` leads here. */
export function SearchField({ label, value, onSearch, inputRef }: SearchFieldProps) {
  const { key, state, pathname } = useLocation();
  const { isAt } = useServices();
  const type = useNavigationType();
  const [typed, setTyped] = useState(value);
  useKey(
    (event) => event.key === '/' && !isTyping(event),
    () => inputRef.current?.focus(),
  );

  // What is typed leads the address; only where the address has come from elsewhere does the input follow it.
  const [seen, setSeen] = useState({ key, value });
  if (key !== seen.key) {
    setSeen({ key, value });
    const isTyped = type !== 'POP' && (state as { isTyped?: boolean } | null)?.isTyped;
    // A filter may be added while something typed has not reached the address yet.
    if (!isTyped && value !== seen.value) setTyped(value);
  }
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    const text = typed.trim();
    if (text === value) return;
    const timer = setTimeout(() => {
      // Whoever has just opened an entry of the list does not want to be called back to it.
      if (isAt(pathname)) latest.current(text);
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, value, isAt, pathname]);

  return (
    <search>
      <TextInput
        ref={inputRef}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={256}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<SearchKey />}
        rightSectionPointerEvents="none"
      />
    </search>
  );
}
