import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import { FieldName } from '../../../shared/links/field-name.tsx';
import { TemplateName } from '../../../shared/links/template-name.tsx';
import { count } from '../../../shared/ui/count.ts';
import type { Line } from '../../../shared/ui/dialog/problem.tsx';

/** What the target loses besides items: templates, and values of items that are not part of the sync. */
export const lossesOf = ({ removed_templates, effects }: ChangeSetCheck, targetId: number | undefined): Line[] => [
  ...removed_templates.map(({ template_id, name, items }) => ({
    key: template_id,
    text: (
      <>
        The template <strong>{name}</strong>
        {items > 0 && ` with all of its items (${count(items, 'item')})`}
      </>
    ),
  })),
  ...effects.flatMap(({ template_id, effects: ofFields }) =>
    ofFields.flatMap(({ field_id, status, items, items_is_exact = true }) =>
      status === fieldStatus.removed && items > 0
        ? [
            {
              key: `${template_id}/${field_id}`,
              text: (
                <>
                  The value of <TemplateName id={template_id} />{' '}
                  <FieldName templateId={template_id} fieldId={field_id} instanceId={targetId} /> in{' '}
                  {!items_is_exact && 'at least '}
                  {count(items, 'item')}; it is stored and can be restored
                </>
              ),
            },
          ]
        : [],
    ),
  ),
];
