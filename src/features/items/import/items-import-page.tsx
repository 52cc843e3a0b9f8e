import { Button } from '@mantine/core';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { importPath, paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { importQueries, useCheckRows } from '../../../shared/data/imports.ts';
import { type FieldNode, templateQueries, treeOf } from '../../../shared/data/templates.ts';
import { useTemplateLabel } from '../../../shared/data/use-template-label.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { OpenSheet } from '../../../shared/sheets/sheet-book.ts';
import { SourceStep } from '../../../shared/sheets/source-step.tsx';
import { type SheetSource, useSheetSource } from '../../../shared/sheets/use-sheet-source.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { useNavigateIfMounted } from '../../../shared/ui/page/use-navigate-if-mounted.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep, type Matching, repeatedText } from './columns-step.tsx';
import classes from './import.module.css';
import { ImportSteps } from './import-steps.tsx';
import { type Mapping, mapColumns, targetsOf } from './map-columns.ts';
import { readMapping, storeMapping } from './stored-mapping.ts';

/** Imports the rows of a file as items of a template. */
export function ItemsImportPage() {
  const { instanceId = '', templateId = '' } = useParams();
  return (
    <RequireAccess to={imports.upload}>
      <ItemsImport key={`${instanceId}/${templateId}`} instanceId={Number(instanceId)} templateId={templateId} />
    </RequireAccess>
  );
}

interface Place {
  instanceId: number;
  templateId: string;
}

function ItemsImport({ instanceId, templateId }: Place) {
  const request = useRequest();
  const title = useTemplateLabel(instanceId, templateId) ?? templateId;
  const back = useBack(pathTo(paths.items, { instanceId, templateId }));
  const template = useQuery(templateQueries.get(request, instanceId, templateId));
  const tree = useMemo(() => template.data && treeOf(template.data), [template.data]);
  return (
    <div className={classes.page}>
      <PageHeader title={`Import into ${title}`} back={{ label: title, to: back }} />
      {template.error && !tree && (
        <ErrorState error={template.error} title={texts.templateNotLoaded} retry={() => void template.refetch()} />
      )}
      {tree && <Steps instanceId={instanceId} templateId={templateId} tree={tree} />}
    </div>
  );
}

/** The columns of a file as the user has mapped them. */
interface Mapped {
  sheet: OpenSheet;
  mapping: Mapping;
}

function Steps({ instanceId, templateId, tree }: Place & { tree: readonly FieldNode[] }) {
  const [search, setSearch] = useSearchParams();
  const importId = Number(search.get('import') ?? 0);
  const source = useSheetSource();
  const [isMapping, setMapping] = useState(false);
  const sheet = source.file?.isReading || source.file?.problem ? undefined : source.file?.sheet;
  const checked = useQuery(importQueries.get(useRequest(), instanceId, importId));
  const leaveCheck = () => setSearch({}, { replace: true });

  if (importId > 0)
    return (
      <>
        <ImportSteps current="Check" />
        {checked.error && !checked.data && (
          <ErrorState
            error={checked.error}
            title="The import could not be loaded"
            retry={() => void checked.refetch()}
          />
        )}
        {checked.error && <StartAgain onClick={leaveCheck} />}
        {checked.data && <CheckStep instanceId={instanceId} imported={checked.data} tree={tree} onBack={leaveCheck} />}
      </>
    );
  if (isMapping && sheet)
    return (
      <Columns
        instanceId={instanceId}
        templateId={templateId}
        tree={tree}
        sheet={sheet}
        source={source}
        onBack={() => setMapping(false)}
      />
    );
  return (
    <>
      <ImportSteps current="Source" />
      <SourceStep source={source} />
      <div className={classes.buttons}>
        <Button className={classes.next ?? ''} disabled={!sheet} onClick={() => setMapping(true)}>
          Continue
        </Button>
      </div>
    </>
  );
}

const StartAgain = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" className={classes.own ?? ''} onClick={onClick}>
    Choose a file
  </Button>
);

interface ColumnsProps extends Place {
  tree: readonly FieldNode[];
  sheet: OpenSheet;
  source: SheetSource;
  onBack: () => void;
}

function Columns({ instanceId, templateId, tree, sheet, source, onBack }: ColumnsProps) {
  const headers = sheet.columns.map(({ name }) => name);
  const targets = useMemo(
    () =>
      targetsOf(
        tree,
        sheet.columns.map(({ name }) => name),
      ),
    [tree, sheet],
  );
  const [mapped, setMapped] = useState<Mapped>();
  const mapping =
    mapped?.sheet === sheet ? mapped.mapping : mapColumns(targets, headers, readMapping(instanceId, templateId));
  const [matching, setMatching] = useState<Matching>({});
  const check = useCheckRows(instanceId);
  const navigateIfMounted = useNavigateIfMounted();
  const isRepeated = mapping.some((_, index) => repeatedText(sheet, mapping, index) !== undefined);
  const isEmpty = mapping.every((name) => name === null);
  const send = async () => {
    storeMapping(instanceId, templateId, { targets, headers, mapping });
    const write = () => source.write(mapping);
    // The step shows a failure.
    const imported = await check.mutateAsync({ templateId, write, ...matching }).catch(() => undefined);
    if (imported) await navigateIfMounted(importPath(instanceId, templateId, imported.id));
  };
  return (
    <>
      <ImportSteps current="Columns" />
      <ErrorCallout error={check.error} />
      <ColumnsStep
        sheet={sheet}
        tree={tree}
        targets={targets}
        mapping={mapping}
        onMap={(index, name) => setMapped({ sheet, mapping: mapping.with(index, name) })}
        matching={matching}
        onMatch={setMatching}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button
          className={classes.next ?? ''}
          disabled={isRepeated || isEmpty}
          loading={check.isPending}
          onClick={() => void send()}
        >
          Check the rows
        </Button>
      </div>
    </>
  );
}
