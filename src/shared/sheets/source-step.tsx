import { Alert, Button, Loader, NumberInput, Select, Switch, Text } from '@mantine/core';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { type Separator, separators } from '@quartermaster/contract/sheets/separators.ts';
import { useState } from 'react';
import { useServices } from '../services/services.ts';
import { count } from '../ui/count.ts';
import { useChosenFiles } from '../ui/files/use-chosen-files.tsx';
import { IconFileSpreadsheet } from '../ui/icons/file-spreadsheet.ts';
import { type Encoding, encodings } from './encodings.ts';
import type { SheetChoice } from './open-sheet.ts';
import { pastedText } from './pasted-cells.ts';
import classes from './sheets.module.css';
import type { SheetSource } from './use-sheet-source.ts';

const accept = ['.xlsx', '.csv', '.tsv', '.txt', 'text/csv', 'text/tab-separated-values'];

/** Chooses a file of rows, by the file chooser, by dropping or by pasting, and shows how it was read. */
export function SourceStep({ source }: { source: SheetSource }) {
  const { file, take } = source;
  const { notify } = useServices();
  const { area, openChooser, input } = useChosenFiles({
    label: 'File with rows',
    accept,
    take: ([file]) => file && take(file),
    takeText: (clipboard) => {
      const pasted = pastedText(clipboard);
      if ('problem' in pasted) notify.info(pasted.problem);
      else take(new File([pasted.text], 'Pasted rows', { type: 'text/plain' }));
    },
  });
  return (
    <div className={classes.source} {...area}>
      <div className={classes.drop}>
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          onClick={openChooser}
          data-autofocus
        >
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        <Text size="sm" c="dimmed">
          Or drop an XLSX, CSV or TSV file here, or paste rows copied from a sheet. One row names the columns; titles
          above it are skipped.
        </Text>
        {input}
      </div>
      {file && <SheetReading source={source} file={file} />}
    </div>
  );
}

interface SheetReadingProps {
  source: Pick<SheetSource, 'choose'>;
  file: NonNullable<SheetSource['file']>;
  /** True while it cannot be read in another way. */
  isLocked?: boolean;
}

/** How a file was read, or why it cannot be. */
export function SheetReading({ source, file, isLocked = false }: SheetReadingProps) {
  const { name, sheet, problem, isReading } = file;
  return (
    <section aria-label="File" aria-busy={isReading} className={classes.reading}>
      <div className={classes.summary}>
        <strong className={classes.name} title={name}>
          {name}
        </strong>
        <span role="status">
          {isReading ? (
            <>
              <Loader size={14} /> Reading…
            </>
          ) : (
            sheet && !problem && `${count(sheet.rows, 'row')}, ${count(sheet.columns.length, 'column')}`
          )}
        </span>
      </div>
      {problem && (
        <Alert color="red" variant="light" role="alert">
          {problem}
        </Alert>
      )}
      {sheet && <ReadAs source={source} choice={file.choice} sheet={sheet} isLocked={isLocked} />}
      {sheet && !problem && sheet.notes.length > 0 && (
        <ul className={classes.notes} aria-label="Notes">
          {sheet.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ReadAsProps {
  source: Pick<SheetSource, 'choose'>;
  choice: SheetChoice;
  sheet: NonNullable<NonNullable<SheetSource['file']>['sheet']>;
  isLocked: boolean;
}

/** How the file was read, to be changed. */
function ReadAs({ source, choice, sheet: { text, sheets, sheet, header, leftOut }, isLocked }: ReadAsProps) {
  const choose = (changed: SheetChoice) => void source.choose({ ...choice, ...changed });
  return (
    <div className={classes.choices}>
      {sheets.length > 0 && (
        <Select
          label="Sheet"
          data={sheets.map(({ name, isHidden }) => ({ value: name, label: isHidden ? `${name} (hidden)` : name }))}
          value={choice.sheet ?? sheet}
          allowDeselect={false}
          disabled={isLocked}
          onChange={(value) => value !== null && source.choose({ sheet: value })}
          description={sheets.length > 1 ? `${numberText(sheets.length)} sheets` : undefined}
        />
      )}
      {text && (
        <>
          <Select
            label="Encoding"
            data={Object.entries(encodings).map(([value, label]) => ({ value, label }))}
            value={choice.encoding ?? text.encoding}
            allowDeselect={false}
            disabled={isLocked}
            // The options are the encodings.
            onChange={(value) => value !== null && choose({ encoding: value as Encoding })}
          />
          <Select
            label="Separator"
            data={Object.entries(separators).map(([value, label]) => ({ value, label }))}
            value={choice.separator ?? text.separator}
            allowDeselect={false}
            disabled={isLocked}
            // The options are the separators.
            onChange={(value) => value !== null && choose({ separator: value as Separator })}
          />
        </>
      )}
      <HeaderInput
        key={`${sheet}/${header}`}
        header={choice.header ?? header}
        isLocked={isLocked}
        onChange={(row) => choose({ header: row })}
      />
      {leftOut.hidden > 0 && (
        <Switch
          label="Include hidden rows and columns"
          checked={choice.withHidden ?? false}
          disabled={isLocked}
          onChange={({ currentTarget: { checked } }) => choose({ withHidden: checked })}
        />
      )}
      {leftOut.totals > 0 && (
        <Switch
          label="Include rows that sum others"
          checked={choice.withTotals ?? false}
          disabled={isLocked}
          onChange={({ currentTarget: { checked } }) => choose({ withTotals: checked })}
        />
      )}
    </div>
  );
}

interface HeaderInputProps {
  header: number | null;
  isLocked: boolean;
  onChange: (row: number) => void;
}

/** The row that names the columns. It is read when the input is left, or by Enter: each digit would be another row. */
function HeaderInput({ header, isLocked, onChange }: HeaderInputProps) {
  const [typed, setTyped] = useState<string | number>(header ?? '');
  const read = () => {
    if (typeof typed === 'number' && typed !== header) onChange(Math.max(1, typed));
  };
  return (
    <NumberInput
      label="Names in row"
      value={typed}
      min={1}
      allowDecimal={false}
      allowNegative={false}
      disabled={isLocked}
      onChange={setTyped}
      onBlur={read}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        read();
      }}
    />
  );
}
