import { Button } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import type { Side, SyncCheck } from '@quartermaster/contract/endpoints/sync.ts';
import { type ReactNode, useState } from 'react';
import { count, numberText } from '../../../shared/ui/count.ts';
import { ConflictList } from './conflict-list.tsx';
import type { Decisions } from './decisions.ts';
import classes from './sync-dialog.module.css';

type ItemName = { template_id: string; id: number };
type TemplateName = { template_id: string };

/** The props of a {@link CheckResult}. */
export interface CheckResultProps {
  check: SyncCheck;
  target: Environment;
  /** What the two sides of a conflict are called. */
  sides: Record<Side, string>;
  decisions: Decisions;
  onDecide: (decisions: Decisions) => void;
  /** The instance that the target's content is in, to decide conflicts by field; undefined where that cannot be. */
  targetId?: number | undefined;
  /** Takes more along; undefined where that cannot be. */
  onInclude?: ((items: readonly ItemName[], templates: readonly TemplateName[]) => void) | undefined;
  /** Leaves items out; undefined where that cannot be. */
  onLeaveOut?: ((items: readonly ItemName[]) => void) | undefined;
  /** A new check is on its way. */
  isBusy: boolean;
}

/** What a sync meets: what is missing, what does not fit, what has to be decided. */
export function CheckResult(props: CheckResultProps) {
  const { check, target, targetId, sides, decisions, onDecide, onInclude, onLeaveOut, isBusy } = props;
  const { missing, missing_templates, misfits, still_linked, conflicts, menu_conflict } = check;
  const to = target.toLowerCase();
  const lacking = missing.count + missing_templates.length;
  return (
    <>
      {lacking > 0 && (
        <Problem
          title={`${missingText(missing.count, missing_templates.length)} in ${to}`}
          action={
            onInclude && (
              <Button size="xs" loading={isBusy} onClick={() => onInclude(missing.sample, missing_templates)}>
                Include them
              </Button>
            )
          }
          lines={[
            ...missing_templates.map(({ template_id, name }) => ({
              key: template_id,
              text: (
                <>
                  The template <strong>{name}</strong>
                </>
              ),
            })),
            ...missing.sample.map(({ template_id, id, name, linked_by }) => ({
              key: `${template_id}/${id}/${linked_by.template_id}/${linked_by.id}`,
              text: (
                <>
                  <Named template={template_id} id={id} name={name} />, which{' '}
                  <Named template={linked_by.template_id} id={linked_by.id} name={linked_by.name} /> links to
                </>
              ),
            })),
          ]}
          total={lacking}
        />
      )}
      {misfits.count > 0 && (
        <Problem
          title={`${count(misfits.count, 'item does', 'items do')} not fit the template in ${to}`}
          lines={misfits.sample.map(({ template_id, id, name, field_id, reason }) => ({
            key: `${template_id}/${id}/${field_id}`,
            text: (
              <>
                <Named template={template_id} id={id} name={name} />
                {field_id !== null && <> in {field_id}</>}: {reason}
              </>
            ),
          }))}
          total={misfits.count}
          action={
            <>
              {onInclude && (
                <Button size="xs" loading={isBusy} onClick={() => onInclude([], misfits.sample)}>
                  Include the templates
                </Button>
              )}
              {onLeaveOut && (
                <Button size="xs" variant="default" loading={isBusy} onClick={() => onLeaveOut(misfits.sample)}>
                  Leave them out
                </Button>
              )}
            </>
          }
        >
          Nothing is synced until these items fit: change them, or select the change of their template, too.
        </Problem>
      )}
      {still_linked.count > 0 && (
        <Problem
          action={
            <>
              {onInclude && (
                <Button
                  size="xs"
                  loading={isBusy}
                  onClick={() =>
                    onInclude(
                      still_linked.sample.map(({ linked_by }) => linked_by),
                      [],
                    )
                  }
                >
                  Include what links to them
                </Button>
              )}
              {onLeaveOut && (
                <Button size="xs" variant="default" loading={isBusy} onClick={() => onLeaveOut(still_linked.sample)}>
                  Leave them out
                </Button>
              )}
            </>
          }
          title={`${count(still_linked.count, 'item', 'items')} to be removed ${still_linked.count === 1 ? 'is' : 'are'} still linked to in ${to}`}
          lines={still_linked.sample.map(({ template_id, id, name, linked_by }) => ({
            key: `${template_id}/${id}/${linked_by.template_id}/${linked_by.id}`,
            text: (
              <>
                <Named template={template_id} id={id} name={name} />, which{' '}
                <Named template={linked_by.template_id} id={linked_by.id} name={linked_by.name} /> links to
              </>
            ),
          }))}
          total={still_linked.count}
        />
      )}
      {(conflicts.count > 0 || menu_conflict) && (
        <ConflictList
          conflicts={conflicts}
          hasMenu={menu_conflict}
          target={to}
          targetId={targetId}
          sides={sides}
          decisions={decisions}
          onDecide={onDecide}
        />
      )}
    </>
  );
}

function missingText(items: number, templates: number): string {
  const parts = [
    ...(templates > 0 ? [count(templates, 'template')] : []),
    ...(items > 0 ? [count(items, 'linked item')] : []),
  ];
  return `${parts.join(' and ')} ${items + templates === 1 ? 'is' : 'are'} missing`;
}

const Named = ({ template, id, name }: { template: string; id: number; name: string }) => (
  <>
    <strong>{name}</strong>{' '}
    <span className={classes.id}>
      {template} #{id}
    </span>
  </>
);

interface ProblemProps {
  title: string;
  action?: ReactNode;
  lines: { key: string; text: ReactNode }[];
  /** How many there are, with those that are not listed. */
  total: number;
  /** What to do. */
  children?: ReactNode;
}

/** How many lines are shown until the user asks for all. */
const shownAtFirst = 20;

/** What keeps the sync from being started. */
function Problem({ title, action, lines, total, children }: ProblemProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, shownAtFirst);
  const rest = total - lines.length;
  return (
    <section className={classes.problem} data-tone="blocked" aria-label={title}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <span className={classes.bulk}>{action}</span>
      </header>
      <ul className={classes.lines}>
        {shown.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
        {isWhole && rest > 0 && <li>and {numberText(rest)} more</li>}
      </ul>
      {shown.length < lines.length && (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
          {numberText(total - shown.length)} more
        </Button>
      )}
      {children && <p className={classes.advice}>{children}</p>}
    </section>
  );
}
