import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import { mostUntranslated } from '@quartermaster/contract/endpoints/sync.ts';
import { FieldName } from '../../../shared/links/field-name.tsx';
import { count } from '../../../shared/ui/count.ts';
import { Problem } from '../../../shared/ui/dialog/problem.tsx';
import { languageName } from '../../../shared/ui/language-name.ts';
import { NamedItem } from './named-item.tsx';

/** The texts that a sync copies without all languages of the project. */
export const UntranslatedTexts = ({ count: total, sample }: NonNullable<ChangeSetCheck['untranslated']>) => (
  <Problem
    tone="loss"
    title={`${total < mostUntranslated ? '' : 'At least '}${count(total, 'text is', 'texts are')} not translated into all languages`}
    lines={sample.map(({ template_id, id, name, field_id, languages }) => ({
      key: `${template_id}/${id}/${field_id}`,
      text: (
        <>
          <NamedItem template={template_id} id={id} name={name} /> in{' '}
          <FieldName templateId={template_id} fieldId={field_id} />: no {languages.map(languageName).join(', ')}
        </>
      ),
    }))}
    total={total}
  >
    They are synced as they are.
  </Problem>
);
