import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { reservedTemplateIdSentence } from '@quartermaster/contract/content/reserved-templates.ts';
import {
  checkTemplateId,
  templateIdRules,
  templateIdTakenSentence,
} from '@quartermaster/contract/rules/template-settings.ts';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../../../shared/ui/icons/alert-triangle.ts';
import { IconCircle } from '../../../shared/ui/icons/circle.ts';
import { IconCircleCheck } from '../../../shared/ui/icons/circle-check.ts';
import { IconCircleX } from '../../../shared/ui/icons/circle-x.ts';
import classes from './id-checklist.module.css';
import type { IdState } from './use-id-state.ts';

/** The state of a rule, as an icon and a word, so that it does not depend on colour or shape alone. */
const marks = {
  open: { word: 'Not yet', icon: <IconCircle size={16} aria-hidden /> },
  kept: { word: 'OK', icon: <IconCircleCheck size={16} aria-hidden /> },
  broken: { word: 'Not OK', icon: <IconCircleX size={16} aria-hidden /> },
  checking: { word: 'Checking…', icon: <Loader size={14} aria-hidden /> },
  free: { word: 'Free', icon: <IconCircleCheck size={16} aria-hidden /> },
  taken: { word: 'Taken', icon: <IconCircleX size={16} aria-hidden /> },
  reserved: { word: 'Reserved', icon: <IconCircleX size={16} aria-hidden /> },
  failed: { word: 'Could not be checked', icon: <IconAlertTriangle size={16} aria-hidden /> },
} as const;

type Mark = keyof typeof marks;

const sentences: Record<Exclude<IdState, 'unknown'>, string> = {
  checking: '',
  free: 'This ID is free',
  taken: templateIdTakenSentence,
  reserved: reservedTemplateIdSentence,
  failed: 'Could not check whether this ID is free',
};

interface IdChecklistProps {
  id: string;
  state: IdState;
  retry: () => void;
}

/** The rules of an id, each marked as met or not while the id is typed. */
export function IdChecklist({ id, state, retry }: IdChecklistProps) {
  return (
    <div>
      <ul className={classes.list} aria-label="What an ID has to be">
        {Object.values(templateIdRules).map(({ text, isKept }) => (
          <Line key={text} text={text} mark={id === '' ? 'open' : isKept(id) ? 'kept' : 'broken'} />
        ))}
        <Line text="Unique across templates" mark={state === 'unknown' ? 'open' : state}>
          {state === 'failed' && (
            <Button size="compact-xs" variant="subtle" onClick={retry}>
              Check again
            </Button>
          )}
        </Line>
      </ul>
      <VisuallyHidden role="status">
        {id !== '' && (state === 'unknown' ? checkTemplateId(id) : sentences[state])}
      </VisuallyHidden>
    </div>
  );
}

function Line({ text, mark, children }: { text: string; mark: Mark; children?: ReactNode }) {
  return (
    <li className={classes.line} data-mark={mark}>
      <span className={classes.icon}>{marks[mark].icon}</span>
      <span>
        {text} <span className={classes.word}>{marks[mark].word}</span>
      </span>
      {children}
    </li>
  );
}
