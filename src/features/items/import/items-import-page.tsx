import { Button } from '@mantine/core';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { importPath, paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { importQueries, useCheckRows } from '../../../shared/data/imports.ts';
import { type FieldNode, templateQueries, treeOf } from '../../../shared/data/templates.ts';
import { useTemplateLabel } from '../../../shared/data/use-template-label.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { readNumbers } from '../../../shared/sheets/read-numbers.ts';
import { SourceStep } from '../../../shared/sheets/source-step.tsx';
import { useSheetSource } from '../../../shared/sheets/use-sheet-source.ts';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { useNavigateIfMounted } from '../../../shared/ui/page/use-navigate-if-mounted.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { CheckStep } from './check-step.tsx';
import { Columns, firstMapped, importedColumns, sentColumns, shownColumns } from './columns.tsx';
import { type Correction, correctRows } from './correct-rows.ts';
import { fillRows } from './fill-rows.ts';
import classes from './import.module.css';
import { ImportSteps } from './import-steps.tsx';
import type { Mapped } from './mapped.ts';
import { sentReadings } from './number-readings.ts';
import type { Mending } from './refusals.tsx';
import { filledColumns } from './use-missing-keys.ts';

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

function Steps({ instanceId, templateId, tree }: Place & { tree: readonly FieldNode[] }) {
  const [search, setSearch] = useSearchParams();
  const importId = Number(search.get('import') ?? 0);
  const source = useSheetSource();
  const [isMapping, setMapping] = useState(false);
  const [focused, setFocused] = useState<string>();
  const [changed, setChanged] = useState<Mapped>();
  const sheet = source.file?.isReading || source.file?.problem ? undefined : source.file?.sheet;
  const mapped = useMemo(() => {
    if (!sheet) return undefined;
    return changed?.sheet === sheet ? changed : firstMapped({ instanceId, templateId }, tree, sheet);
  }, [sheet, changed, instanceId, templateId, tree]);
  const checked = useQuery(importQueries.get(useRequest(), instanceId, importId));
  const check = useCheckRows(instanceId);
  const navigateIfMounted = useNavigateIfMounted();
  // A check that was left does not open.
  const turn = useRef(0);
  const leaveCheck = (column?: string) => {
    setFocused(column);
    setSearch({}, { replace: true });
  };
  const send = async (sent: Mapped, corrections: readonly Correction[] = []) => {
    turn.current += 1;
    const call = turn.current;
    setChanged(sent);
    const write = async () => {
      const rows = await readNumbers(
        await source.write(sentColumns(tree, sent), shownColumns(tree, sent)),
        sentReadings(tree, sent),
      );
      return correctRows(await fillRows(rows, filledColumns(tree, sent)), corrections);
    };
    // The step shows a failure.
    const imported = await check.mutateAsync({ templateId, write, ...sent.matching }).catch(() => undefined);
    if (imported && call === turn.current) await navigateIfMounted(importPath(instanceId, templateId, imported.id));
  };
  const mending = useMending({
    tree,
    mapped: isMapping ? mapped : undefined,
    isChecking: check.isPending,
    send,
    leaveCheck,
  });

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
        {checked.error && <StartAgain onClick={() => leaveCheck()} />}
        {check.error && <ErrorCallout error={check.error} />}
        {checked.data && (
          <CheckStep
            instanceId={instanceId}
            imported={checked.data}
            tree={tree}
            mending={mending}
            onBack={() => leaveCheck()}
          />
        )}
      </>
    );
  if (isMapping && mapped)
    return (
      <Columns
        instanceId={instanceId}
        templateId={templateId}
        tree={tree}
        mapped={mapped}
        onChange={setChanged}
        focused={focused}
        check={{ isPending: check.isPending, error: check.error, send: (sent) => void send(sent) }}
        onBack={() => {
          turn.current += 1;
          check.reset();
          setMapping(false);
        }}
      />
    );
  return (
    <>
      <ImportSteps current="Source" />
      <SourceStep source={source} />
      <div className={`${classes.buttons} ${classes.footer}`}>
        <Button className={classes.next ?? ''} disabled={!sheet} onClick={() => setMapping(true)}>
          Continue
        </Button>
      </div>
    </>
  );
}

interface MendingOptions {
  tree: readonly FieldNode[];
  mapped: Mapped | undefined;
  isChecking: boolean;
  send: (mapped: Mapped, corrections: readonly Correction[]) => Promise<void>;
  leaveCheck: (column?: string) => void;
}

/** What can be done about refused rows; nothing once their file is not open any more. Earlier corrections stay. */
function useMending({ tree, mapped, isChecking, send, leaveCheck }: MendingOptions): Mending | undefined {
  const [made, setMade] = useState<{ of: Mapped; corrections: readonly Correction[] }>();
  const columns = useMemo(() => mapped && importedColumns(tree, mapped), [tree, mapped]);
  if (!mapped || !columns) return undefined;
  return {
    columns,
    isChecking,
    toColumn: leaveCheck,
    correct: (further) => {
      const before = made?.of.sheet === mapped.sheet ? made.corrections : [];
      const corrections = [...before, ...further];
      setMade({ of: mapped, corrections });
      void send(mapped, corrections);
    },
  };
}

const StartAgain = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" className={classes.own ?? ''} onClick={onClick}>
    Choose a file
  </Button>
);
