import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type RefObject, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useServices } from '../../services/services.ts';
import { commonKeys } from '../../ui/actions/keys.ts';
import { usePageAction } from '../../ui/actions/page-actions.ts';
import { isTyping } from '../../ui/hooks/use-page-event.ts';
import { inputPause } from '../../ui/hooks/use-settled.ts';
import { IconSearch } from '../../ui/icons/search.ts';
import { SearchKey } from './search-key.tsx';

interface SearchFieldProps {
  /** The label, e.g. `Search members`. */
  label: string;
  /** The searched text. */
  value: string;
  /** Must replace the URL with one for the text, and mark its history entry as typed. */
  onSearch: (text: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  className?: string | undefined;
}

/** Searches a list as the user types; `/` focuses it. */
export function SearchField({ label, value, onSearch, inputRef, className }: SearchFieldProps) {
  const { key, state, pathname } = useLocation();
  const { isAt } = useServices();
  const type = useNavigationType();
  const [typed, setTyped] = useState(value);
  usePageAction({ label, keys: commonKeys.search, accepts: (event) => !isTyping(event) }, () =>
    inputRef.current?.focus(),
  );

  // While typing, the input is ahead of the URL; it follows the URL only when that changes from elsewhere.
  const [seen, setSeen] = useState({ key, value });
  if (key !== seen.key) {
    setSeen({ key, value });
    const isTyped = type !== 'POP' && (state as { isTyped?: boolean } | null)?.isTyped;
    // A filter may be added while typed text is not in the URL yet.
    if (!isTyped && value !== seen.value) setTyped(value);
  }
  const search = useDebouncedCallback((text: string, from: string) => {
    const isCurrent = text === typed.trim() && text !== value;
    // After opening an entry of the list, a late search must not navigate back to it.
    if (isCurrent && isAt(from)) onSearch(text);
  }, inputPause);

  return (
    <search className={className}>
      <TextInput
        ref={inputRef}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          search(text.trim(), pathname);
        }}
        maxLength={256}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<SearchKey />}
      />
    </search>
  );
}
