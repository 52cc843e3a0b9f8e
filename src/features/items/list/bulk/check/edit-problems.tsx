import { Alert, Button } from '@mantine/core';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { Link } from 'react-router-dom';
import { placedFields } from '../../../../../shared/checked-rows/placed-fields.ts';
import { refusalText } from '../../../../../shared/checked-rows/refusal-text.ts';
import type { FieldNode } from '../../../../../shared/data/templates.ts';
import { TemplateName } from '../../../../../shared/links/template-name.tsx';
import { count } from '../../../../../shared/ui/count.ts';
import { Problem } from '../../../../../shared/ui/dialog/problem.tsx';
import { ErrorCallout } from '../../../../../shared/ui/error-callout.tsx';
import { texts } from '../../../../../shared/ui/texts.ts';
import classes from './bulk.module.css';
import type { EditRun } from './use-edit-run.ts';

interface EditProblemsProps {
  instanceId: number;
  run: EditRun;
  tree: readonly FieldNode[];
}

/** What prevents an edit: a failed call, items that a rule refuses, items that others link to. */
export function EditProblems({ instanceId, run, tree }: EditProblemsProps) {
  const { error, canRetry, retry, notice, check, checked, exclude } = run;
  const excludeButton = (items: readonly { id: number }[]) => (
    <Button size="xs" variant="default" disabled={!checked} onClick={() => exclude(items.map(({ id }) => id))}>
      Leave them out
    </Button>
  );
  const named = (id: number, label: string) => (
    <>
      <strong>{label}</strong> <span className={classes.id}>#{id}</span>
    </>
  );
  return (
    <>
      <ErrorCallout error={error} />
      {canRetry && (
        <Button variant="default" onClick={retry}>
          {texts.tryAgain}
        </Button>
      )}
      {notice && (
        <Alert color="amber" variant="light" role="alert">
          {notice}
        </Alert>
      )}
      {check && check.refused.count > 0 && (
        <Problem
          title={`${count(check.refused.count, 'item')} cannot be changed in this way`}
          action={excludeButton(check.refused.sample)}
          lines={check.refused.sample.map(({ id, label, ...refusal }) => ({
            key: String(id),
            text: (
              <>
                {named(id, label)}: {refusalText(refusal, placedFields(tree))}
              </>
            ),
          }))}
          total={check.refused.count}
        />
      )}
      {check && check.linked.count > 0 && (
        <Problem
          title={`${count(check.linked.count, 'item is', 'items are')} still linked to`}
          action={excludeButton(check.linked.sample)}
          lines={check.linked.sample.map(({ id, label, linked_by }) => ({
            key: `${id}/${linked_by.template_id}/${linked_by.id}`,
            text: (
              <>
                {named(id, label)}, which{' '}
                <Link to={pathTo(paths.item, { instanceId, templateId: linked_by.template_id, id: linked_by.id })}>
                  {linked_by.label}
                </Link>{' '}
                <span className={classes.id}>#{linked_by.id}</span> in <TemplateName id={linked_by.template_id} /> links
                to
              </>
            ),
          }))}
          total={check.linked.count}
        >
          Deleting them would break these links. Change or delete what links to them first, or leave them out.
        </Problem>
      )}
    </>
  );
}
