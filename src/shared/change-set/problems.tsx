import { Alert, Button } from '@mantine/core';
import type { Checked } from '@quartermaster/contract/endpoints/door.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { refusalText } from '../checked-rows/refusal-text.ts';
import { TemplateName } from '../links/template-name.tsx';
import { count } from '../ui/count.ts';
import { Problem } from '../ui/dialog/problem.tsx';
import { ErrorCallout } from '../ui/error-callout.tsx';
import { texts } from '../ui/texts.ts';
import classes from './change-set.module.css';
import type { ChangeSetRun } from './use-change-set.ts';
import type { FieldsOf } from './use-fields.ts';

interface ChangeSetProblemsProps {
  instanceId: number;
  run: ChangeSetRun;
  fieldsOf: FieldsOf;
  refusedVerb: string;
}

/** What prevents changes: a failed call, items that a rule refuses, items that others link to. */
export function ChangeSetProblems({ run, ...lists }: ChangeSetProblemsProps) {
  const { error, canRetry, retry, notice, check, checked, excludeRefused } = run;
  const leaveOut = (
    <Button size="xs" variant="default" disabled={!checked} onClick={excludeRefused}>
      Leave them out
    </Button>
  );
  return (
    <>
      <ErrorCallout error={error} />
      {canRetry && (
        <Button variant="default" w="fit-content" onClick={retry}>
          {texts.tryAgain}
        </Button>
      )}
      {notice && (
        <Alert color="amber" variant="light" role="alert">
          {notice}
        </Alert>
      )}
      {check && check.refusals.count > 0 && <Refusals {...lists} check={check} action={leaveOut} />}
      {check && check.partial.count > 0 && <InPart partial={check.partial} />}
    </>
  );
}

interface RefusalsProps extends Omit<ChangeSetProblemsProps, 'run'> {
  check: Checked;
  action: ReactNode;
}

/** The refused items: all of them by rules, or all as others link to them. */
function Refusals({ instanceId, check: { refusals }, fieldsOf, refusedVerb, action }: RefusalsProps) {
  const areLinked = refusals.sample.some(({ linked_by }) => linked_by !== null);
  const amount = refusals.count;
  return (
    <Problem
      title={
        areLinked
          ? `${count(amount, 'item is', 'items are')} still linked to`
          : `${refusedText(refusals)} cannot be ${refusedVerb}`
      }
      action={action}
      lines={refusals.sample.map(({ template_id, id, label, linked_by, ...refusal }, index) => ({
        // A template can be refused for several fields.
        key: `${template_id}/${id}/${index}`,
        text: (
          <>
            <strong>{label}</strong> <span className={classes.id}>{id === null ? template_id : `#${id}`}</span>
            {linked_by ? (
              <>
                , which{' '}
                <Link to={pathTo(paths.item, { instanceId, templateId: linked_by.template_id, id: linked_by.id })}>
                  {linked_by.label}
                </Link>{' '}
                <span className={classes.id}>#{linked_by.id}</span> in <TemplateName id={linked_by.template_id} /> links
                to
              </>
            ) : (
              <>: {refusalText(refusal, fieldsOf(template_id))}</>
            )}
          </>
        ),
      }))}
      total={amount}
    >
      {areLinked &&
        'Deleting them would break these links. Change or delete what links to them first, or leave them out.'}
    </Problem>
  );
}

/** How much is refused; a template alone is none of the items. */
function refusedText({ count: amount, sample }: Checked['refusals']): string {
  return sample.every(({ id }) => id === null) && amount === sample.length
    ? count(new Set(sample.map(({ template_id }) => template_id)).size, 'template')
    : count(amount, 'item');
}

const InPart = ({ partial: { count: amount, sample } }: { partial: Checked['partial'] }) => (
  <Problem
    title={`${count(amount, 'item comes', 'items come')} back only in part`}
    tone="loss"
    lines={sample.map(({ template_id, id, label, fields }) => ({
      key: `${template_id}/${id}`,
      text: (
        <>
          <strong>{label}</strong> <span className={classes.id}>#{id}</span>: without {fields.join(', ')}
        </>
      ),
    }))}
    total={amount}
  >
    The template no longer has these fields. Their values are not restored.
  </Problem>
);
