import { Alert } from '@mantine/core';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { editReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { type RefObject, useMemo } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { ComputedValues } from '../../../shared/item-form/computed/computed-values.tsx';
import { EditedItemContext } from '../../../shared/item-form/edited-item.ts';
import { FieldHistory } from '../../../shared/item-form/field-history.tsx';
import { FieldsFormProvider } from '../../../shared/item-form/form-context.ts';
import { FormFields } from '../../../shared/item-form/form-fields.tsx';
import { MayEditReadOnly } from '../../../shared/item-form/may-edit-read-only.ts';
import { OthersChangesProvider } from '../../../shared/item-form/others-change.tsx';
import { WarningsProvider } from '../../../shared/item-form/rules/warnings.ts';
import { SavedValuesProvider, useReadSaved } from '../../../shared/item-form/saved-values.ts';
import { useShownFields, VisibilityContext } from '../../../shared/item-form/visibility/visibility-context.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import classes from '../item/item-form.module.css';
import type { useItemForm } from '../item/use-item-form.ts';
import { SameFieldFocus } from '../neighbours/same-field-focus.tsx';
import { LabelField } from './label-field.tsx';
import { formError } from './save/save-refusal.ts';
import type { useItemSave } from './save/use-item-save.ts';
import { WaitingNotice } from './save/waiting-notice.tsx';
import { useLabelFromTitle } from './use-label-from-title.ts';

interface ItemFieldsFormProps {
  instanceId: number;
  templateId: string;
  /** Undefined for a new item. */
  id: number | undefined;
  tree: readonly FieldNode[];
  form: ReturnType<typeof useItemForm>;
  save: ReturnType<typeof useItemSave>;
  element: RefObject<HTMLFormElement | null>;
  onSubmit: () => void;
}

/** The inputs of an item: its label and its fields, with the errors of the last save above them. */
export function ItemFieldsForm(props: ItemFieldsFormProps) {
  const { instanceId, templateId, id, tree, form, save, element, onSubmit } = props;
  const { isConfirming, formLevelErrors } = save;
  const shownFields = useShownFields(tree);
  const mayEditReadOnly = useRefusal(editReadOnly) === null;
  const maySeeHistory = useRefusal(history.listItem) === null;
  const historyOf = useMemo(
    () => (id && maySeeHistory ? fieldHistoryOf(instanceId, templateId, id) : null),
    [id, maySeeHistory, instanceId, templateId],
  );
  const edited = useMemo(() => ({ templateId, id: id ?? null }), [templateId, id]);
  const readSaved = useReadSaved(form.base);
  useLabelFromTitle(tree, form.fields, id === undefined);
  return (
    <FieldsFormProvider value={form.fields}>
      <EditedItemContext value={edited}>
        <SavedValuesProvider value={readSaved}>
          <MayEditReadOnly value={mayEditReadOnly}>
            <form
              ref={element}
              className={classes.form}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                onSubmit();
              }}
            >
              {!isConfirming && <ErrorCallout error={formError(save.error, formLevelErrors)} listsFields={false} />}
              {!isConfirming && <WaitingNotice isPending={save.isPending} failure={save.waitsFor} />}
              {formLevelErrors.length > 0 && (
                <Alert color="red" variant="light" role="alert">
                  {formLevelErrors.join('; ')}
                </Alert>
              )}
              <OthersChangesProvider value={form.others}>
                <LabelField isNew={id === undefined} />
                <VisibilityContext value={shownFields}>
                  <WarningsProvider value={form.warnings}>
                    <ComputedValues tree={tree}>
                      <FieldHistory value={historyOf}>
                        <FormFields nodes={tree} path="values" depth={0} />
                      </FieldHistory>
                    </ComputedValues>
                  </WarningsProvider>
                </VisibilityContext>
              </OthersChangesProvider>
              {/* With several inputs, Enter only submits a form that has a submit button. */}
              <button type="submit" hidden aria-hidden tabIndex={-1} />
              <SameFieldFocus form={element} />
            </form>
          </MayEditReadOnly>
        </SavedValuesProvider>
      </EditedItemContext>
    </FieldsFormProvider>
  );
}

const fieldHistoryOf = (instanceId: number, templateId: string, id: number) => (field: string) =>
  `${pathTo(paths.itemHistory, { instanceId, templateId, id })}?${new URLSearchParams({ field })}`;
