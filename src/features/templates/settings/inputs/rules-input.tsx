import { Button, Checkbox, Input, Textarea, TextInput } from '@mantine/core';
import { type Rule, ruleLimits } from '@quartermaster/contract/field-types/rules.ts';
import { EntryButtons } from '../../../../shared/ui/entries/entry-buttons.tsx';
import { type Entries, useEntries } from '../../../../shared/ui/entries/use-entries.ts';
import classes from './rules-input.module.css';
import type { SettingInput } from './setting-input.ts';
import { useConditionProblems } from './use-condition-problems.ts';

/** The conditions of a field: adds, edits, moves and removes them. */
export const RulesInput: SettingInput = ({ setting, fieldId, value, onChange, onBlur, error, isReadOnly }) => {
  const rules = value as readonly Rule[];
  const entries = useEntries(rules, onChange);
  const add = () => {
    onChange([...rules, { name: freeName(rules), condition: '', message: '' }]);
    entries.focus(`condition ${rules.length}`);
  };
  return (
    <Input.Wrapper label={setting.label} description={setting.description} error={error} labelElement="div">
      <div ref={entries.box}>
        {rules.length > 0 && <RuleList {...{ fieldId, rules, entries, onChange, onBlur, isReadOnly }} />}
        {!isReadOnly && rules.length < ruleLimits.ofField && (
          <Button variant="default" data-control="new" onClick={add}>
            Add condition
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
};

interface RuleListProps {
  fieldId: string;
  rules: readonly Rule[];
  entries: Entries;
  onChange: (rules: readonly Rule[]) => void;
  onBlur: () => void;
  isReadOnly: boolean;
}

function RuleList({ fieldId, rules, entries, onChange, onBlur, isReadOnly }: RuleListProps) {
  const { reasons, names } = useConditionProblems(fieldId);
  return (
    <ol className={classes.rules}>
      {rules.map((rule, index) => (
        // Names change while they are typed, and the inputs have no state of their own.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className={classes.rule}>
          <div className={classes.head}>
            <TextInput
              className={classes.name ?? ''}
              aria-label={`Name of condition ${index + 1}`}
              autoComplete="off"
              maxLength={ruleLimits.nameLength}
              value={rule.name}
              onChange={(event) => onChange(rules.with(index, { ...rule, name: event.currentTarget.value }))}
              onBlur={onBlur}
              readOnly={isReadOnly}
            />
            {!isReadOnly && <EntryButtons name={rule.name} index={index} count={rules.length} entries={entries} />}
          </div>
          <RuleInputs
            rule={rule}
            index={index}
            reason={reasons[index]}
            names={names}
            onChange={(changed) => onChange(rules.with(index, changed))}
            onBlur={onBlur}
            isReadOnly={isReadOnly}
          />
        </li>
      ))}
    </ol>
  );
}

/** How many names of fields are shown. */
const shownNames = 24;

const namesText = (names: readonly string[]): string | undefined =>
  names.length === 0
    ? undefined
    : `Fields: ${names.slice(0, shownNames).join(', ')}${names.length > shownNames ? ', …' : ''}`;

interface RuleInputsProps {
  rule: Rule;
  index: number;
  /** Why the condition cannot be evaluated. */
  reason: string | undefined;
  /** What it can use. */
  names: readonly string[];
  onChange: (rule: Rule) => void;
  onBlur: () => void;
  isReadOnly: boolean;
}

function RuleInputs({ rule, index, reason, names, onChange, onBlur, isReadOnly }: RuleInputsProps) {
  const { name, condition, message, warning } = rule;
  return (
    <>
      <Textarea
        data-control={`condition ${index}`}
        label="Condition"
        aria-label={`Condition of ${name}`}
        description={namesText(names)}
        placeholder="min <= max"
        error={reason}
        classNames={{ input: classes.condition ?? '' }}
        rows={2}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={ruleLimits.conditionLength}
        value={condition}
        onChange={(event) => onChange({ ...rule, condition: event.currentTarget.value })}
        onBlur={onBlur}
        readOnly={isReadOnly}
      />
      <TextInput
        label="Message"
        aria-label={`Message of ${name}`}
        placeholder="must not be above Max"
        autoComplete="off"
        maxLength={ruleLimits.messageLength}
        value={message}
        onChange={(event) => onChange({ ...rule, message: event.currentTarget.value })}
        onBlur={onBlur}
        readOnly={isReadOnly}
      />
      <Checkbox
        label="Only warn"
        aria-label={`Only warn about ${name}`}
        checked={warning === true}
        onChange={(event) => onChange(withWarning(rule, event.currentTarget.checked))}
        disabled={isReadOnly}
      />
    </>
  );
}

const withWarning = ({ name, condition, message }: Rule, isWarning: boolean): Rule => ({
  name,
  condition,
  message,
  ...(isWarning && { warning: true }),
});

function freeName(rules: readonly Rule[]): string {
  const taken = new Set(rules.map(({ name }) => name));
  for (let number = rules.length + 1; ; number += 1) {
    const name = `Condition ${number}`;
    if (!taken.has(name)) return name;
  }
}
