import { Checkbox, Radio, Select, Table, TextInput } from '@mantine/core';
import type { GuessedType } from '../../../shared/sheets/guess-column.ts';
import { guessNames } from '../../../shared/sheets/guess-names.ts';
import type { OpenSheet } from '../../../shared/sheets/open-sheet.ts';
import classes from './from-sheet.module.css';
import { canBeKey, type FieldDraft, type SheetDraft } from './sheet-fields.ts';

interface FieldsStepProps {
  sheet: OpenSheet;
  draft: SheetDraft;
  /** The template is being made, or is there. */
  isFixed: boolean;
  onChange: (draft: SheetDraft) => void;
}

/** The template and its fields as guessed from a sheet, to be corrected. */
export function FieldsStep({ sheet, draft, isFixed, onChange }: FieldsStepProps) {
  const change = (index: number, changes: Partial<FieldDraft>) => {
    const fields = draft.fields.map((field, at) => (at === index ? { ...field, ...changes } : field));
    const isKeyLost = draft.key === index && !(fields[index]?.isUsed && canBeKey(fields[index].type));
    onChange({ ...draft, fields, ...(isKeyLost && { key: null }) });
  };
  return (
    <fieldset className={classes.step} disabled={isFixed}>
      <div className={classes.inputs}>
        <TextInput
          label="Template name"
          withAsterisk
          value={draft.label}
          maxLength={64}
          onChange={({ currentTarget }) => onChange({ ...draft, label: currentTarget.value })}
        />
        <TextInput
          label="Template ID"
          withAsterisk
          value={draft.id}
          maxLength={64}
          onChange={({ currentTarget }) => onChange({ ...draft, id: currentTarget.value })}
        />
      </div>
      <div className={classes.scroll}>
        <Table verticalSpacing={6} aria-label="Fields">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>First values</Table.Th>
              <Table.Th>Field label</Table.Th>
              <Table.Th>Type</Table.Th>
              <Table.Th>Key</Table.Th>
              <Table.Th>Item label</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {draft.fields.map((field, index) => (
              <FieldRow
                key={sheet.columns[index]?.letters}
                column={sheet.columns[index]}
                field={field}
                isKey={draft.key === index}
                isLabel={draft.labels === index}
                onChange={(changes) => change(index, changes)}
                onKey={(isKey) => onChange({ ...draft, key: isKey ? index : null })}
                onLabel={() => onChange({ ...draft, labels: index })}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </fieldset>
  );
}

interface FieldRowProps {
  column: OpenSheet['columns'][number] | undefined;
  field: FieldDraft;
  isKey: boolean;
  isLabel: boolean;
  onChange: (changes: Partial<FieldDraft>) => void;
  onKey: (isKey: boolean) => void;
  onLabel: () => void;
}

function FieldRow({ column, field, isKey, isLabel, onChange, onKey, onLabel }: FieldRowProps) {
  if (!column) return null;
  const { name, examples, guess } = column;
  const types = (Object.keys(guessNames) as GuessedType[]).filter(
    (type) => type !== 'choice' || guess.options.length > 0,
  );
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          label={name}
          aria-label={`${name} becomes a field`}
          checked={field.isUsed}
          onChange={({ currentTarget }) => onChange({ isUsed: currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td className={classes.examples} title={examples.join('\n')}>
        {examples.join(' · ')}
      </Table.Td>
      <Table.Td>
        <TextInput
          aria-label={`Label of ${name}`}
          value={field.label}
          maxLength={96}
          disabled={!field.isUsed}
          className={classes.input ?? ''}
          onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <Select
          aria-label={`Type of ${name}`}
          data={types.map((type) => ({ value: type, label: guessNames[type] }))}
          value={field.type}
          allowDeselect={false}
          disabled={!field.isUsed}
          className={classes.input ?? ''}
          description={field.type === 'choice' ? guess.options.join(', ').slice(0, 80) : undefined}
          inputWrapperOrder={['input', 'description']}
          // The options are the types.
          onChange={(type) => type !== null && onChange({ type: type as GuessedType })}
        />
      </Table.Td>
      <Table.Td>
        <Checkbox
          aria-label={`${name} is the key`}
          checked={isKey}
          disabled={!field.isUsed || !guess.isUnique || !canBeKey(field.type)}
          onChange={({ currentTarget }) => onKey(currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <Radio aria-label={`${name} is the label of the items`} checked={isLabel} onChange={onLabel} />
      </Table.Td>
    </Table.Tr>
  );
}
