import { Select, Skeleton, Text } from '@mantine/core';
import { type ItemValues, toItemFields } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { localisedTypes } from '@quartermaster/contract/field-types/registry.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { type Example, templateQueries } from '../../../shared/data/templates.ts';
import { toSentFields } from '../../../shared/images/image-file.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { nameOf } from '../../../shared/template-changes/template-state.ts';
import { useSettled } from '../../../shared/ui/hooks/use-settled.ts';
import { languageName } from '../../../shared/ui/language-name.ts';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { invalidFields } from '../model/check-draft.ts';
import { type Draft, toSavedFields, treeOfDraft } from '../model/draft.ts';
import { useEditor } from '../model/editor-context.ts';
import classes from './json-view.module.css';
import { JsonView } from './json-view.tsx';
import { exportable } from './pick-valid-values.ts';
import { usePreview } from './preview-context.ts';
import { useFittedFields } from './use-fitted-fields.ts';

/** The maximum number of invalid fields that are named. */
const named = 5;

/** The JSON that the server would export for the values of the preview form. */
export function JsonPreview() {
  const preview = usePreview();
  const draft = useAtomValue(useEditor().draft);
  const tree = useFittedFields(preview, treeOfDraft(draft));
  const invalid = useMemo(() => invalidFields(draft), [draft]);
  if (!tree) return null;
  if (tree.length === 0) return <EmptyState title="Add fields to preview form" />;
  if (invalid.length > 0) {
    const names = invalid.slice(0, named).map((id) => nameOf(draft, id));
    const rest = invalid.length - names.length;
    return (
      <EmptyState
        title="Fix the marked fields first"
        message={`The JSON needs fields that are valid. See ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''} in the tab Fields.`}
      />
    );
  }
  return <ExampleJson draft={draft} tree={tree} />;
}

function ExampleJson({ draft, tree }: { draft: Draft; tree: readonly TreeNode[] }) {
  const { control } = usePreview().form;
  const values = useWatch({ control, name: 'values' }) as ItemValues;
  const { example, omitted } = useMemo(() => exampleOf(draft, tree, values), [draft, tree, values]);
  const languages = useFileLanguages(example);
  const [chosen, setChosen] = useState('');
  const language = languages.includes(chosen) ? chosen : '';
  const settled = useSettled(example);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    templateQueries.example(useRequest(), useInstanceId(), language === '' ? settled : { ...settled, language }),
  );
  if (error) {
    return <ErrorState error={error} title="The JSON could not be created" retry={() => void refetch()} />;
  }
  return (
    <div className={classes.whole}>
      {languages.length > 0 && (
        <Select
          label="File"
          data={[
            { value: '', label: 'All languages' },
            ...languages.map((code) => ({ value: code, label: languageName(code) })),
          ]}
          value={language}
          onChange={(code) => setChosen(code ?? '')}
          allowDeselect={false}
          maw={280}
        />
      )}
      {example.item_fields.length === 0 && omitted === 0 && (
        <Text size="sm" c="dimmed">
          Populate fields in Preview form
        </Text>
      )}
      {omitted > 0 && (
        <Text size="sm" c="dimmed">
          {omitted === 1
            ? '1 value breaks the rules of its field and is'
            : `${omitted} values break the rules of their fields and are`}{' '}
          left out.
        </Text>
      )}
      {data === undefined ? (
        <Delayed>
          <Skeleton height={200} />
        </Delayed>
      ) : (
        <JsonView json={data} label="JSON preview" isStale={isPlaceholderData || settled !== example} />
      )}
    </div>
  );
}

/** The languages in which exports have a file of the template. */
function useFileLanguages({ template_fields: fields }: Example): readonly string[] {
  const project = useInstanceContext()?.project;
  const isLocalised =
    project?.file_per_language && fields.some(({ settings }) => localisedTypes.includes(settings.type));
  return (isLocalised && project.languages) || [];
}

function exampleOf(draft: Draft, tree: readonly TreeNode[], filled: ItemValues): { example: Example; omitted: number } {
  const { values, omitted } = exportable(tree, filled);
  return {
    example: {
      template_id: draft.id,
      template_fields: toSavedFields(draft),
      // Groups have no values.
      item_fields: toSentFields(toItemFields(tree, values)) as Example['item_fields'],
    },
    omitted,
  };
}
