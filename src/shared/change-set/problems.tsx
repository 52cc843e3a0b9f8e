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
}

/** What prevents changes: a failed call, items that a rule refuses, items that others link to. */
export function ChangeSetProblems({ instanceId, run, fieldsOf }: ChangeSetProblemsProps) {
  const { error, canRetry, retry, notice, check, checked, exclude } = run;
  const leaveOut = ({ refusals }: Checked) => (
    <Button
      size="xs"
      variant="default"
      disabled={!checked}
      onClick={() => exclude(refusals.sample.map(({ id }) => id))}
    >
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
      {check && check.refusals.count > 0 && <Refusals {...{ instanceId, check, fieldsOf }} action={leaveOut(check)} />}
    </>
  );
}

interface RefusalsProps extends Pick<ChangeSetProblemsProps, 'instanceId' | 'fieldsOf'> {
  check: Checked;
  action: ReactNode;
}

/** The refused items: all of them by rules, or all as others link to them. */
function Refusals({ instanceId, check: { refusals }, fieldsOf, action }: RefusalsProps) {
  const areLinked = refusals.sample.some(({ linked_by }) => linked_by !== null);
  const amount = refusals.count;
  return (
    <Problem
      title={
        areLinked
          ? `${count(amount, 'item is', 'items are')} still linked to`
          : `${count(amount, 'item')} cannot be changed in this way`
      }
      action={action}
      lines={refusals.sample.map(({ template_id, id, label, linked_by, ...refusal }) => ({
        key: `${template_id}/${id}`,
        text: (
          <>
            <strong>{label}</strong> <span className={classes.id}>#{id}</span>
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
