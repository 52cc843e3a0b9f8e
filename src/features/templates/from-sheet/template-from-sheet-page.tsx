import { Button } from '@mantine/core';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { importPath } from '@quartermaster/contract/paths.ts';
import { checkTemplateId, checkTemplateName } from '@quartermaster/contract/rules/template-settings.ts';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { useCheckRows } from '../../../shared/data/imports.ts';
import { useSaveTemplate } from '../../../shared/data/save-template.ts';
import type { OpenSheet } from '../../../shared/sheets/open-sheet.ts';
import { readNumbers } from '../../../shared/sheets/read-numbers.ts';
import { SourceStep } from '../../../shared/sheets/source-step.tsx';
import { type SheetSource, useSheetSource } from '../../../shared/sheets/use-sheet-source.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useNavigateIfMounted } from '../../../shared/ui/page/use-navigate-if-mounted.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { home } from '../home.ts';
import { FieldsStep } from './fields-step.tsx';
import classes from './from-sheet.module.css';
import { draftOf, percentColumns, type SheetDraft, shownColumns, toColumns, toTemplate } from './sheet-fields.ts';

/** Makes a template of the columns of a sheet, and checks its rows for import. */
export function TemplateFromSheetPage() {
  const instanceId = Number(useParams().instanceId);
  return (
    <RequireAccess to={templates.save}>
      <FromSheet key={instanceId} instanceId={instanceId} />
    </RequireAccess>
  );
}

function FromSheet({ instanceId }: { instanceId: number }) {
  const source = useSheetSource();
  const { file } = source;
  const sheet = file?.isReading || file?.problem ? undefined : file?.sheet;
  const [made, setMade] = useState<{ sheet: OpenSheet; draft: SheetDraft }>();
  const draft = made && made.sheet === sheet ? made.draft : undefined;
  return (
    <div className={classes.page}>
      <PageHeader title={texts.templateFromSheet} back={home} />
      {sheet && draft ? (
        <Fields
          instanceId={instanceId}
          source={source}
          sheet={sheet}
          draft={draft}
          onChange={(changed) => setMade({ sheet, draft: changed })}
          onBack={() => setMade(undefined)}
        />
      ) : (
        <>
          <SourceStep source={source} />
          <div className={classes.buttons}>
            <Button
              className={classes.next ?? ''}
              disabled={!sheet}
              onClick={() => sheet && file && setMade({ sheet, draft: draftOf(sheet, file.name) })}
            >
              Continue
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

async function writeRows(source: SheetSource, draft: SheetDraft, sheet: OpenSheet): Promise<Blob> {
  return readNumbers(await source.write(toColumns(draft), shownColumns(draft)), percentColumns(draft, sheet));
}

interface FieldsProps {
  instanceId: number;
  source: SheetSource;
  sheet: OpenSheet;
  draft: SheetDraft;
  onChange: (draft: SheetDraft) => void;
  onBack: () => void;
}

function Fields({ instanceId, source, sheet, draft, onChange, onBack }: FieldsProps) {
  const navigateIfMounted = useNavigateIfMounted();
  const save = useSaveTemplate(instanceId, 'Template created');
  const check = useCheckRows(instanceId);
  // Once the template is there, only its rows are sent again.
  const created = save.data?.id;
  const isFixed = save.isPending || created !== undefined;
  const problem = checkTemplateName(draft.label) ?? checkTemplateId(draft.id);
  const create = async () => {
    try {
      const templateId = created ?? (await save.mutateAsync(toTemplate(draft, sheet))).id;
      const { id } = await check.mutateAsync({ templateId, write: () => writeRows(source, draft, sheet) });
      await navigateIfMounted(importPath(instanceId, templateId, id));
    } catch {
      // The mutations keep their failures, which are shown above.
    }
  };
  return (
    <>
      <ErrorCallout error={save.error ?? check.error} />
      <FieldsStep sheet={sheet} draft={draft} isFixed={isFixed} onChange={onChange} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack} disabled={isFixed}>
          Back
        </Button>
        <span role="status">{problem}</span>
        <Button
          className={classes.next ?? ''}
          disabled={problem !== undefined || draft.fields.every(({ isUsed }) => !isUsed)}
          loading={save.isPending || check.isPending}
          onClick={() => void create()}
        >
          {created === undefined ? 'Create the template and check the rows' : 'Check the rows'}
        </Button>
      </div>
    </>
  );
}
