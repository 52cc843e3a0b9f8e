import type { LanguageCounts } from '@quartermaster/contract/endpoints/translations.ts';
import type { FilterOp } from '@quartermaster/contract/field-types/filters.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { translationCountsQuery } from '../../../shared/data/translation-counts.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { filterParam } from '../../../shared/table/list/filter-param.ts';
import { count } from '../../../shared/ui/count.ts';
import { languageName } from '../../../shared/ui/language-name.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import overview from './overview.module.css';
import classes from './translation-counts.module.css';

/** How many texts are missing or outdated in each language, with links to their items. */
export function TranslationCounts() {
  const id = useId();
  const counts = useQuery(translationCountsQuery(useRequest(), useInstanceId()));
  const languages = counts.data?.languages.filter(({ texts }) => texts > 0) ?? [];
  if (!counts.data && !counts.isError) return null;
  return (
    <section aria-labelledby={id}>
      <div className={overview.heading}>
        <h2 id={id} className={overview.title}>
          Translations
        </h2>
      </div>
      {counts.isError && (
        <ErrorState
          error={counts.error}
          title="The translations could not be counted"
          retry={() => void counts.refetch()}
        />
      )}
      {counts.data && languages.length === 0 && <p className={overview.empty}>There is no text to translate yet.</p>}
      {languages.length > 0 && (
        <ul className={overview.rows}>
          {languages.map((language) => (
            <li key={language.language} className={classes.language}>
              <Language counts={language} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Language({ counts: { language, texts, missing, outdated, fields } }: { counts: LanguageCounts }) {
  const states = [
    missing > 0 && `${numberText(missing)} missing`,
    outdated > 0 && `${numberText(outdated)} outdated`,
  ].filter(Boolean);
  const open = ((missing + outdated) / texts) * 100;
  const summary = (
    <>
      <span className={classes.name}>{languageName(language)}</span>
      <span className={classes.states}>
        {states.length > 0 ? `${states.join(', ')} of ${count(texts, 'text')}` : 'Complete'}
      </span>
      <span className={classes.bar} aria-hidden>
        {states.length > 0 && <span style={{ width: `${open}%` }} />}
      </span>
    </>
  );
  if (fields.length === 0) return <div className={classes.summary}>{summary}</div>;
  return (
    <details>
      <summary className={classes.summary}>{summary}</summary>
      <ul className={classes.fields}>
        {fields.map((field) => (
          <Field key={`${field.template_id} ${field.field_id}`} field={field} language={language} />
        ))}
      </ul>
    </details>
  );
}

function Field({ field, language }: { field: LanguageCounts['fields'][number]; language: string }) {
  const { template_label, field_label, missing, outdated } = field;
  return (
    <li>
      {template_label}, {field_label}:{' '}
      {missing > 0 && (
        <FilterLink field={field} condition="missingIn" language={language}>
          {numberText(missing)} missing
        </FilterLink>
      )}
      {missing > 0 && outdated > 0 && ', '}
      {outdated > 0 && (
        <FilterLink field={field} condition="outdatedIn" language={language}>
          {numberText(outdated)} outdated
        </FilterLink>
      )}
    </li>
  );
}

interface FilterLinkProps {
  field: { template_id: string; field_id: string };
  condition: FilterOp;
  language: string;
  children: ReactNode;
}

/** A link to the items of a field whose text in a language meets a condition. */
function FilterLink({ field: { template_id, field_id }, condition, language, children }: FilterLinkProps) {
  const instanceId = useInstanceId();
  const filter = filterParam({ fieldId: field_id, condition, value: language });
  return (
    <TextLink to={`${pathTo(paths.items, { instanceId, templateId: template_id })}?${new URLSearchParams({ filter })}`}>
      {children}
    </TextLink>
  );
}
