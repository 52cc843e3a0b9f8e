import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { havePatterns, usePatterns } from '../../../shared/field-types/use-patterns.ts';
import { ComputedValues } from '../../../shared/item-form/computed/computed-values.tsx';
import { FieldsFormProvider } from '../../../shared/item-form/form-context.ts';
import { FormFields } from '../../../shared/item-form/form-fields.tsx';
import { useShownFields, VisibilityContext } from '../../../shared/item-form/visibility/visibility-context.ts';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../../shared/links/linked-ids.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { treeOfDraft } from '../model/draft.ts';
import { useEditor } from '../model/editor-context.ts';
import { usePreview } from './preview-context.ts';
import classes from './preview-form.module.css';
import { useFittedFields } from './use-fitted-fields.ts';

/** The actual item form of the template, to try it out; nothing is saved. */
export function PreviewForm() {
  const preview = usePreview();
  const draft = useAtomValue(useEditor().draft);
  const tree = useFittedFields(preview, treeOfDraft(draft));
  usePatterns(havePatterns(tree ?? []));
  const shownFields = useShownFields(tree ?? []);
  const ids = useMemo(() => linkedIdsOf(tree ?? [], preview.values()), [tree, preview]);
  if (!tree) return null;
  if (tree.length === 0) return <EmptyState title="Add fields to preview form" />;
  return (
    <LinkLabels ids={ids}>
      <FieldsFormProvider value={preview.form}>
        <form
          className={classes.form}
          aria-label="Preview form"
          noValidate
          onSubmit={(event) => event.preventDefault()}
        >
          <VisibilityContext value={shownFields}>
            <ComputedValues tree={tree}>
              <FormFields nodes={tree} path="values" depth={0} />
            </ComputedValues>
          </VisibilityContext>
        </form>
      </FieldsFormProvider>
    </LinkLabels>
  );
}
