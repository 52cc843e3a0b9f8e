import { Button } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import { FieldName } from '../../../shared/links/field-name.tsx';
import { count } from '../../../shared/ui/count.ts';
import { Problem } from '../../../shared/ui/dialog/problem.tsx';
import { NamedItem } from './named-item.tsx';

type ItemName = { template_id: string; id: number };
type TemplateName = { template_id: string };

/** The actions for problems of a selection. */
export interface SelectionActions {
  /** Adds items to the selection; undefined where that is not possible. */
  onInclude?: ((items: readonly ItemName[], templates: readonly TemplateName[]) => void) | undefined;
  /** Removes items from the selection; undefined where that is not possible. */
  onLeaveOut?: ((items: readonly ItemName[]) => void) | undefined;
}

/** The props of {@link CheckProblems}. */
export interface CheckProblemsProps extends SelectionActions {
  check: ChangeSetCheck;
  target: Environment;
  /** What to do about missing items, where they cannot be added. */
  missingHint?: string | undefined;
  /** True while a new check is loading. */
  isBusy: boolean;
}

/** Problems that block a sync whatever is decided: items that are missing, are still linked to or do not fit. */
export const CheckProblems = (props: CheckProblemsProps) => {
  const { missing, missing_templates, incompatible, still_linked } = props.check;
  return (
    <>
      {missing.count + missing_templates.length > 0 && <Missing {...props} />}
      {incompatible.count > 0 && <Incompatible {...props} />}
      {still_linked.count > 0 && <StillLinked {...props} />}
    </>
  );
};

function Missing({
  check: { missing, missing_templates },
  target,
  onInclude,
  missingHint,
  isBusy,
}: CheckProblemsProps) {
  const templates = missing_templates.map(({ template_id, name }) => ({
    key: template_id,
    text: (
      <>
        The template <strong>{name}</strong>
      </>
    ),
  }));
  return (
    <Problem
      title={`${missingText(missing.count, missing_templates.length)} in ${target.toLowerCase()}`}
      action={
        <Include
          label="Include them"
          isBusy={isBusy}
          onClick={onInclude && (() => onInclude(missing.sample, missing_templates))}
        />
      }
      lines={[...templates, ...missing.sample.map(linkedLine)]}
      total={missing.count + missing_templates.length}
    >
      {missingHint}
    </Problem>
  );
}

const Incompatible = ({ check: { incompatible }, target, onInclude, onLeaveOut, isBusy }: CheckProblemsProps) => (
  <Problem
    title={`${count(incompatible.count, 'item does', 'items do')} not fit the template in ${target.toLowerCase()}`}
    lines={incompatible.sample.map(({ template_id, id, name, field_id, reason }) => ({
      key: `${template_id}/${id}/${field_id}`,
      text: (
        <>
          <NamedItem template={template_id} id={id} name={name} />
          {field_id !== null && (
            <>
              {' '}
              in <FieldName templateId={template_id} fieldId={field_id} />
            </>
          )}
          : {reason}
        </>
      ),
    }))}
    total={incompatible.count}
    action={
      <>
        <Include
          label="Include the templates"
          isBusy={isBusy}
          onClick={onInclude && (() => onInclude([], incompatible.sample))}
        />
        <LeaveOut isBusy={isBusy} onClick={onLeaveOut && (() => onLeaveOut(incompatible.sample))} />
      </>
    }
  >
    Nothing is synced until these items fit: change them, or select the change of their template, too.
  </Problem>
);

function StillLinked({ check: { still_linked }, target, onInclude, onLeaveOut, isBusy }: CheckProblemsProps) {
  const linking = still_linked.sample.map(({ linked_by }) => linked_by);
  return (
    <Problem
      title={`${count(still_linked.count, 'item', 'items')} to be removed ${still_linked.count === 1 ? 'is' : 'are'} still linked to in ${target.toLowerCase()}`}
      lines={still_linked.sample.map(linkedLine)}
      total={still_linked.count}
      action={
        <>
          <Include
            label="Include what links to them"
            isBusy={isBusy}
            onClick={onInclude && (() => onInclude(linking, []))}
          />
          <LeaveOut isBusy={isBusy} onClick={onLeaveOut && (() => onLeaveOut(still_linked.sample))} />
        </>
      }
    />
  );
}

/** An item, and what links to it. */
const linkedLine = ({ template_id, id, name, linked_by }: ChangeSetCheck['missing']['sample'][number]) => ({
  key: `${template_id}/${id}/${linked_by.template_id}/${linked_by.id}`,
  text: (
    <>
      <NamedItem template={template_id} id={id} name={name} />, which{' '}
      <NamedItem template={linked_by.template_id} id={linked_by.id} name={linked_by.name} /> links to
    </>
  ),
});

interface ActionProps {
  isBusy: boolean;
  /** Nothing is shown where it is not possible. */
  onClick: (() => void) | undefined;
}

const Include = ({ label, isBusy, onClick }: ActionProps & { label: string }) =>
  onClick && (
    <Button size="xs" loading={isBusy} onClick={onClick}>
      {label}
    </Button>
  );

const LeaveOut = ({ isBusy, onClick }: ActionProps) =>
  onClick && (
    <Button size="xs" variant="default" loading={isBusy} onClick={onClick}>
      Leave them out
    </Button>
  );

function missingText(items: number, templates: number): string {
  const parts = [
    ...(templates > 0 ? [count(templates, 'template')] : []),
    ...(items > 0 ? [count(items, 'linked item')] : []),
  ];
  return `${parts.join(' and ')} ${items + templates === 1 ? 'is' : 'are'} missing`;
}
