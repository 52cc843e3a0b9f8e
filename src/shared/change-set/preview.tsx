import { ActionIcon, Button } from '@mantine/core';
import { storedValueOf } from '@quartermaster/contract/content/item-fields.ts';
import type { Checked, CheckedItem } from '@quartermaster/contract/endpoints/door.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { labelField, labelSettings } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { type ReactNode, type RefObject, useMemo, useState } from 'react';
import type { ChangedFields } from '../charts/changes-chart.tsx';
import { ChangesChart } from '../charts/late-changes-chart.ts';
import { type PlacedField, pathText } from '../checked-rows/placed-fields.ts';
import { refusalText } from '../checked-rows/refusal-text.ts';
import { FieldChange } from '../item-diff/field-change.tsx';
import { LinkLabels } from '../links/link-labels.tsx';
import { LinkedIds } from '../links/linked-ids.ts';
import { RowPicture } from '../links/row-picture.tsx';
import { TemplateName } from '../links/template-name.tsx';
import { ChangeMark } from '../ui/change/change-mark.tsx';
import { amountText } from '../ui/count.ts';
import { IconChevronLeft } from '../ui/icons/chevron-left.ts';
import { IconChevronRight } from '../ui/icons/chevron-right.ts';
import { IconX } from '../ui/icons/x.ts';
import classes from './change-set.module.css';
import type { ChangeSetRun } from './use-change-set.ts';
import type { FieldsOf } from './use-fields.ts';

interface ChangeSetPreviewProps {
  instanceId: number;
  /** The list of the items. */
  ref: RefObject<HTMLUListElement | null>;
  run: ChangeSetRun;
  fieldsOf: FieldsOf;
  /** Shown as long as there is nothing to check. */
  hint: string;
  namesTemplates: boolean;
  /** What happens to one item, and to several. */
  verbs?: readonly [one: string, many: string];
}

/** What changes do to each item: its values before and after, page by page. */
export function ChangeSetPreview({
  ref,
  instanceId,
  run,
  fieldsOf,
  hint,
  namesTemplates,
  verbs = ['changes', 'change'],
}: ChangeSetPreviewProps) {
  const { check, rows, isPageStale, steps, exclude, hasInput, error } = run;
  const links = useMemo(() => linksOf(rows ?? [], fieldsOf), [rows, fieldsOf]);
  const isStale = (rows && isPageStale) || undefined;
  const [hasChart, setHasChart] = useState(false);
  const changed = useMemo(() => changedFields(rows ?? []), [rows]);
  const drawn = hasChart ? run.drawn : undefined;
  return (
    <LinkLabels ids={links}>
      <div className={classes.summary} data-stale={isStale}>
        {check ? <Summary check={check} run={run} verbs={verbs} /> : <span className={classes.quiet}>Preview</span>}
        {check && (
          <Button
            variant={hasChart ? 'light' : 'subtle'}
            color="gray"
            size="compact-xs"
            aria-pressed={hasChart}
            onClick={() => setHasChart(!hasChart)}
          >
            Chart
          </Button>
        )}
        {!drawn && (steps.onPrevious || steps.onNext) && (
          <span className={classes.pages}>
            <PageButton label="Previous items" onClick={steps.onPrevious}>
              <IconChevronLeft size={16} aria-hidden />
            </PageButton>
            <PageButton label="Next items" onClick={steps.onNext}>
              <IconChevronRight size={16} aria-hidden />
            </PageButton>
          </span>
        )}
      </div>
      {drawn ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        <section className={`${classes.preview} ${classes.drawn}`} aria-label="Chart" tabIndex={0}>
          <ChangesChart instanceId={instanceId} changes={drawn} changed={changed} />
        </section>
      ) : (
        <ul
          key={steps.page}
          ref={ref}
          className={classes.preview}
          aria-label="Preview"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
          tabIndex={0}
          data-stale={isStale}
        >
          {rows?.map((row) => (
            <PreviewRow
              key={`${row.id}/${row.copy}`}
              row={row}
              fields={fieldsOf(row.template_id)}
              namesTemplate={namesTemplates}
              onExclude={() => exclude([row.id])}
            />
          ))}
          {!rows && !hasInput && <li className={classes.hint}>{hint}</li>}
          {!rows && hasInput && !error && (
            <li className={`${classes.hint} ${classes.pending}`}>Loading the preview…</li>
          )}
          {rows?.length === 0 && <li className={classes.hint}>{emptyText(check)}</li>}
        </ul>
      )}
    </LinkLabels>
  );
}

/** The fields that rows change, the first ones first. */
const changedFields = (rows: readonly CheckedItem[]): ChangedFields[] =>
  rows.map(({ template_id, fields }) => ({ template_id, field_ids: fields.map(({ field_id }) => field_id) }));

const emptyText = (check: Checked | undefined): string =>
  check && check.counts.left_out > 0 ? 'All of these items are left out.' : 'No items were found.';

interface SummaryProps extends Required<Pick<ChangeSetPreviewProps, 'run' | 'verbs'>> {
  check: Checked;
}

function Summary({ check, run, verbs: [one, many] }: SummaryProps) {
  const { added, updated, removed, templates, unchanged, refused, left_out } = check.counts;
  const changed = added + updated + removed + templates;
  return (
    <>
      <span role="status">
        {amountText(check.counts)} {changed === 1 ? one : many}
        {unchanged > 0 && <span className={classes.quiet}>, {numberText(unchanged)} without a change</span>}
        {refused > 0 && <span className={classes.quiet}>, {numberText(refused)} refused</span>}
        {left_out > 0 && <span className={classes.quiet}>, {numberText(left_out)} left out</span>}
      </span>
      {run.isPart && left_out > 0 && (
        <Button variant="subtle" size="compact-xs" onClick={run.includeAll}>
          Include them again
        </Button>
      )}
    </>
  );
}

interface PageButtonProps {
  label: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

const PageButton = ({ label, onClick, children }: PageButtonProps) => (
  <ActionIcon variant="default" size={28} aria-label={label} title={label} disabled={!onClick} onClick={onClick}>
    {children}
  </ActionIcon>
);

interface PreviewRowProps {
  row: CheckedItem;
  fields: ReadonlyMap<string, PlacedField>;
  namesTemplate: boolean;
  onExclude: () => void;
}

function PreviewRow({ row, fields, namesTemplate, onExclude }: PreviewRowProps) {
  const { id, image, copy, change, fields: changes, refusal } = row;
  const label = presentLabel(row);
  return (
    <li className={classes.item}>
      <span className={classes.name}>
        <RowPicture image={image} label={label} />
        <span className={classes.names}>
          <span className={classes.label} title={label}>
            {label}
          </span>
          <span className={classes.place}>
            {namesTemplate && (
              <>
                <TemplateName id={row.template_id} />{' '}
              </>
            )}
            {copy === null ? `#${id}` : `copy ${copy} of #${id}`}
          </span>
        </span>
      </span>
      <ul className={classes.changes}>
        {change === 'removed' && (
          <li>
            <ChangeMark kind="removed" word="Deleted" />
          </li>
        )}
        {changes.map(({ field_id, path, before, after }) => {
          const field = fields.get(field_id);
          const settings = field?.settings ?? labelSettings;
          return (
            <li key={`${field_id} ${path?.join('.')}`}>
              <FieldChange
                name={field ? pathText(field, path) : field_id}
                settings={settings}
                before={storedValueOf(before, settings)}
                after={storedValueOf(after, settings)}
              />
            </li>
          );
        })}
        {refusal ? (
          <li className={classes.refusal}>
            {refusalText(refusal, fields)}
            <Button variant="default" size="compact-xs" onClick={onExclude} aria-label={`Leave out ${label}`}>
              Leave out
            </Button>
          </li>
        ) : (
          change === null && <li className={classes.quiet}>No change</li>
        )}
      </ul>
      {!refusal && copy === null && (
        <ActionIcon
          className={classes.leaveOut ?? ''}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Leave out ${label}`}
          title="Leave out"
          onClick={onExclude}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

/** The label that the item has now; a copy has only its own. */
function presentLabel({ label, copy, fields }: CheckedItem): string {
  const before = copy === null ? fields.find(({ field_id }) => field_id === labelField)?.before : undefined;
  return typeof before === 'string' ? before : label;
}

/** The items that the values of a preview link to. */
function linksOf(rows: readonly CheckedItem[], fieldsOf: FieldsOf) {
  const found = new LinkedIds();
  for (const { template_id, fields: changes } of rows) {
    const fields = fieldsOf(template_id);
    for (const { field_id, before, after } of changes) {
      const settings = fields.get(field_id)?.settings;
      if (settings) for (const value of [before, after]) found.add(settings, storedValueOf(value, settings));
    }
  }
  return found.lists();
}
