import { Button, Title } from '@mantine/core';
import type { Import } from '@quartermaster/contract/endpoints/imports.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { outcomeNames, outcomes } from '../../../shared/checked-rows/outcomes.ts';
import { undoAtOnce, useUndoChangeSet } from '../../../shared/data/apply-changes.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import classes from './import.module.css';
import { RefusedRows } from './refused-rows.tsx';

interface DoneStepProps {
  instanceId: number;
  imported: Import;
  tree: readonly FieldNode[];
  onAgain: () => void;
}

/** What an applied import has done, and its undo. */
export function DoneStep({ instanceId, imported, tree, onAgain }: DoneStepProps) {
  const { counts, change_set_id: changeSetId, template_id: templateId } = imported;
  const undo = useUndoChangeSet(instanceId);
  const isUndone = undo.isSuccess;
  return (
    <section className={classes.step} aria-label="Result">
      <Title order={2} className={classes.done ?? ''} tabIndex={-1}>
        {isUndone ? 'The import was undone' : 'The rows are imported'}
      </Title>
      <dl className={classes.counts}>
        {outcomes
          .filter((outcome) => counts[outcome] > 0)
          .map((outcome) => (
            <div key={outcome}>
              <dt>{outcomeNames[outcome]}</dt>
              <dd>{numberText(counts[outcome])}</dd>
            </div>
          ))}
      </dl>
      <div className={classes.buttons}>
        <LinkButton to={pathTo(paths.items, { instanceId, templateId })}>To the list</LinkButton>
        {changeSetId !== null && (
          <Button
            variant="default"
            disabled={isUndone}
            loading={undo.isPending}
            onClick={() => undo.mutate(undoAtOnce(changeSetId))}
          >
            Undo
          </Button>
        )}
        <Button variant="subtle" onClick={onAgain}>
          Import another file
        </Button>
      </div>
      {counts.refused > 0 && <RefusedRows instanceId={instanceId} imported={imported} tree={tree} />}
    </section>
  );
}
