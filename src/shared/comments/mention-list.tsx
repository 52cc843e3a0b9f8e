import { PersonMark } from '../ui/person-mark.tsx';
import classes from './comments.module.css';
import type { Mentioned } from './typed-comment.ts';

interface MentionListProps {
  id: string;
  people: readonly Mentioned[];
  /** The index of the one that Enter chooses. */
  active: number;
  onChoose: (person: Mentioned) => void;
}

/** The people whose name fits what is typed after @; the focus stays in the text. */
export const MentionList = ({ id, people, active, onChoose }: MentionListProps) => (
  <div id={id} role="listbox" aria-label="People" className={classes.people}>
    {people.map((person, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the text's keys choose it
      // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the active one
      <div
        key={person.id}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === active}
        className={classes.person}
        // Without taking the focus from the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(person)}
      >
        <PersonMark name={person.name} />
        {person.name}
      </div>
    ))}
  </div>
);
