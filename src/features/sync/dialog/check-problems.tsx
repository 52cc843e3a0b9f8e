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
export function CheckProblems({ check, target, onInclude, onLeaveOut, missingHint, isBusy }: CheckProblemsProps) {
  const { missing, missing_templates, incompatible, still_linked } = check;
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
                  <NamedItem template={template_id} id={id} name={name} />, which{' '}
                  <NamedItem template={linked_by.template_id} id={linked_by.id} name={linked_by.name} /> links to
                </>
              ),
            })),
          ]}
          total={lacking}
        >
          {missingHint}
        </Problem>
      )}
      {incompatible.count > 0 && (
        <Problem
          title={`${count(incompatible.count, 'item does', 'items do')} not fit the template in ${to}`}
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
              {onInclude && (
                <Button size="xs" loading={isBusy} onClick={() => onInclude([], incompatible.sample)}>
                  Include the templates
                </Button>
              )}
              {onLeaveOut && (
                <Button size="xs" variant="default" loading={isBusy} onClick={() => onLeaveOut(incompatible.sample)}>
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
                <NamedItem template={template_id} id={id} name={name} />, which{' '}
                <NamedItem template={linked_by.template_id} id={linked_by.id} name={linked_by.name} /> links to
              </>
            ),
          }))}
          total={still_linked.count}
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
