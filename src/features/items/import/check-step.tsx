import { Alert, Button } from '@mantine/core';
import type { Import } from '@quartermaster/contract/endpoints/imports.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ChartDisclosure } from '../../../shared/charts/chart-disclosure.tsx';
import { CheckedRows } from '../../../shared/checked-rows/checked-rows.tsx';
import { decide, openQuestion, toDecisions, undecided } from '../../../shared/checked-rows/decisions.ts';
import { pathText, placedFields } from '../../../shared/checked-rows/placed-fields.ts';
import { ConflictsQuestion, RefusedQuestion } from '../../../shared/checked-rows/questions.tsx';
import { useRowsPaging } from '../../../shared/checked-rows/use-rows-paging.ts';
import type { DrawnChanges } from '../../../shared/data/charts.ts';
import { drawImport, importQueries, useApplyImport, useCancelImport } from '../../../shared/data/imports.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ProgressLine } from '../../../shared/ui/change/progress-line.tsx';
import { count } from '../../../shared/ui/count.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { CheckedColumns, CheckSummary } from './check-summary.tsx';
import { DoneStep } from './done-step.tsx';
import classes from './import.module.css';
import { type Mending, Refusals } from './refusals.tsx';
import { RefusedFile } from './refused-file.tsx';

interface CheckStepProps {
  instanceId: number;
  imported: Import;
  tree: readonly FieldNode[];
  /** Undefined if the file is not open any more. */
  mending?: Mending | undefined;
  /** Goes back to the columns, or to the source if the file is no longer there. */
  onBack: () => void;
}

/** What an import does to each row, the decisions about it, and its end. */
export function CheckStep(props: CheckStepProps) {
  const { instanceId, imported, tree, onBack } = props;
  const cancel = useCancelImport(instanceId);
  const { state, progress, error } = imported;
  if (state === 'applied') return <DoneStep instanceId={instanceId} imported={imported} tree={tree} onAgain={onBack} />;
  if (state === 'failed' || state === 'cancelled')
    return (
      <div className={classes.step}>
        <Alert color={state === 'failed' ? 'red' : 'gray'} variant="light" role="alert">
          {state === 'failed'
            ? (error ?? 'The import failed. Nothing was changed. Check the rows again.')
            : 'The import was cancelled. Nothing was changed.'}
        </Alert>
        <Button variant="default" className={classes.own ?? ''} onClick={onBack}>
          Start again
        </Button>
      </div>
    );
  if (state !== 'checked')
    return (
      <div className={classes.step}>
        <ProgressLine what={state === 'checking' ? 'Checking rows' : 'Importing rows'} {...progress}>
          {numberText(progress.done)} of {numberText(progress.total)} rows
        </ProgressLine>
        <Button
          variant="default"
          className={classes.own ?? ''}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(imported.id)}
        >
          Cancel
        </Button>
      </div>
    );
  return <Checked {...props} />;
}

const importedText = ({ counts: { added, changed } }: Import): string =>
  `${count(added, 'item')} added, ${numberText(changed)} changed`;

function Checked({ instanceId, imported, tree, mending, onBack }: CheckStepProps) {
  const [decided, setDecided] = useState(undecided);
  const fields = useMemo(() => placedFields(tree), [tree]);
  const apply = useApplyImport(instanceId);
  const paging = useRowsPaging(imported.counts);
  const request = useRequest();
  const page = useQuery(importQueries.rows(request, instanceId, imported.id, paging.pageQuery));
  const { id: importId, template_id } = imported;
  const drawn = useMemo((): DrawnChanges => {
    const decisions = toDecisions(decided);
    return {
      about: ['import', importId, decisions],
      load: (chart, signal) => drawImport(request, instanceId, importId, { chart, ...decisions }, signal),
    };
  }, [request, instanceId, importId, decided]);
  const rows = page.data?.rows;
  const changed = useMemo(
    () => [
      {
        template_id,
        field_ids: (rows ?? []).flatMap(({ fields: changes }) => changes.map(({ field_id }) => field_id)),
      },
    ],
    [rows, template_id],
  );
  const question = openQuestion(imported.counts, decided, 'mend the file');
  const { ignored_columns: ignored } = imported;
  const questions = {
    counts: imported.counts,
    decided,
    onChange: (change: Partial<typeof decided>) => setDecided((before) => ({ ...before, ...change })),
  };
  return (
    <div className={classes.checked}>
      <div className={classes.step}>
        <ErrorCallout error={apply.error} listsFields={false} />
        <CheckSummary rows={imported.rows} counts={imported.counts} />
        <Notes imported={imported} fields={fields} />
        {imported.counts.refused > 0 && (
          <Refusals instanceId={instanceId} imported={imported} fields={fields} mending={mending}>
            <RefusedFile instanceId={instanceId} imported={imported} fields={fields} />
          </Refusals>
        )}
        {ignored.length > 0 && (
          <Alert color="gray" variant="light">
            Not imported, as no field has these names: {ignored.join(', ')}
          </Alert>
        )}
        <CheckedRows
          label="Rows"
          templateId={imported.template_id}
          total={imported.rows}
          counts={imported.counts}
          paging={paging}
          page={page}
          tree={tree}
          fields={fields}
          controls={{
            decided,
            names: { new: 'File', current: 'Current' },
            onDecide: (item, fieldIds, side) => setDecided((before) => decide(before, item, fieldIds, side)),
          }}
        />
        <ConflictsQuestion {...questions} source="file" />
        <ChartDisclosure instanceId={instanceId} changes={drawn} changed={changed} />
        <div className={`${classes.buttons} ${classes.footer}`}>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <div className={classes.question}>
            <span role="status">{question}</span>
            <RefusedQuestion {...questions} />
          </div>
          <Button
            disabled={question !== undefined}
            loading={apply.isPending}
            onClick={() => apply.mutate({ importId: imported.id, decisions: toDecisions(decided), text: importedText })}
          >
            Import
          </Button>
        </div>
      </div>
      {mending && <CheckedColumns mending={mending} />}
    </div>
  );
}

interface NotesProps {
  imported: Import;
  fields: ReturnType<typeof placedFields>;
}

/** How many texts are listed that were understood in another way. */
const mostNotes = 20;

/** What was understood in another way than it is written, or than it was once meant. */
function Notes({ imported: { reused_names: reused, read_as: readAs, totals }, fields }: NotesProps) {
  const nameOf = (fieldId: string) => {
    const field = fields.get(fieldId);
    return field ? pathText(field, null) : `a removed field (${fieldId})`;
  };
  const notes = [
    ...reused.map(
      ({ column, field_id, former_field_ids: others }) =>
        `Column “${column}” fills ${nameOf(field_id)}. ${others.map(nameOf).join(', ')} once had this name or ID, so check that ${nameOf(field_id)} is the field you mean.`,
    ),
    ...readAs.slice(0, mostNotes).map(({ field_id, text, as }) => `${nameOf(field_id)}: “${text}” is read as ${as}`),
    ...totals.slice(0, mostNotes).map(({ line, label }) => `Row ${line} (${label}) was left out, as it sums others`),
  ];
  if (notes.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" role="note">
      <ul className={classes.refusals} aria-label="Notes">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Alert>
  );
}
