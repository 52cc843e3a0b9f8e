import { containsText } from '@quartermaster/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useInstanceId } from '../access/active-instance.ts';
import { commentQueries } from '../data/comments.ts';
import { useRequest } from '../services/request.ts';
import { useSettled } from '../ui/hooks/use-settled.ts';
import type { Mentioned } from './typed-comment.ts';

/** How many people are offered at a time. */
const most = 6;

/** The people who are offered while a name is typed after @, and the keys that choose one. */
export function useMentions(name: string | null, choose: (person: Mentioned) => void) {
  const settled = useSettled(name);
  const [chosen, setChosen] = useState({ name, index: 0 });
  const index = chosen.name === name ? chosen.index : 0;
  const setIndex = (next: number) => setChosen({ name, index: next });
  const [closed, setClosed] = useState<string | null>(null);
  const query = commentQueries.people(useRequest(), useInstanceId(), settled ?? '');
  const { data, isPlaceholderData } = useQuery({ ...query, enabled: settled !== null });
  const isTyping = name !== null && closed !== name;
  const found = isTyping ? (data ?? []).flatMap(({ id, name: full }) => (id === null ? [] : [{ id, name: full }])) : [];
  const fits = ({ name: full }: Mentioned) => containsText(full, name ?? '');
  // The answer may be for what was typed a moment ago; one by an address has other letters.
  const isAnswered = name === settled && !isPlaceholderData;
  const people = (isAnswered ? found : found.filter(fits)).slice(0, most);
  const active = Math.min(index, people.length - 1);

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const person = people[active];
    if (!person || event.ctrlKey || event.metaKey || event.altKey) return false;
    switch (event.key) {
      case 'ArrowDown':
        setIndex((active + 1) % people.length);
        break;
      case 'ArrowUp':
        setIndex((active + people.length - 1) % people.length);
        break;
      case 'Enter':
      case 'Tab':
        choose(person);
        break;
      case 'Escape':
        setClosed(name);
        break;
      default:
        return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { people, active, onKeyDown };
}
