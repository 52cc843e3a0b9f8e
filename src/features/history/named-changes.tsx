import type { NamedChange } from '@quartermaster/contract/endpoints/history.ts';
import { ChangeLine } from '../../shared/item-diff/change-line.tsx';
import { InlineChange } from '../../shared/item-diff/inline-change.tsx';
import { Sign } from '../../shared/item-diff/sign.tsx';
import { settingLabel, settingText } from '../../shared/template-changes/setting-texts.ts';

interface NamedChangesProps {
  changes: readonly NamedChange[];
  /** The number of all that has changed. */
  total: number;
}

/** The first fields of a template, or entries of a menu, that a version has changed, on one line. */
export function NamedChanges({ changes, total }: NamedChangesProps) {
  const names = [...new Map(changes.map(({ id, name }) => [id, name])).values()];
  return (
    <ChangeLine names={names.join(', ')} rest={total - names.length}>
      {changes.map((change) => ({
        key: `${change.id} ${change.setting}`,
        content: <Change change={change} />,
      }))}
    </ChangeLine>
  );
}

function Change({ change: { name, change, setting, before, after, is_large } }: { change: NamedChange }) {
  if (change !== 'updated')
    return (
      <>
        <Sign kind={change} /> {name}
      </>
    );
  if (setting === undefined && after === undefined) return `${name} moved`;
  const label = setting === undefined ? name : `${name}: ${settingLabel(setting)}`;
  const textOf = (value: unknown) => settingText(setting ?? '', value);
  if (is_large) return `${label} changed`;
  return <InlineChange label={label} before={textOf(before)} after={textOf(after)} />;
}
