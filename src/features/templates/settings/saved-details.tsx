import { numberText } from '@quartermaster/contract/number-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';
import { fieldCountOf } from '../model/draft.ts';
import { useDraftPart, useEditor } from '../model/editor-context.ts';
import classes from './details.module.css';

/** The id of a saved template, which cannot be changed, and the template's statistics. */
export function SavedDetails({ id }: { id: string }) {
  const editor = useEditor();
  const { version } = useAtomValue(editor.base);
  const fields = useDraftPart(fieldCountOf);
  const { data } = useQuery(templateQueries.list(useRequest(), useInstanceId()));
  const items = data?.templates.find((template) => template.id === id)?.item_count;
  const facts = { Version: version, Fields: fields, Items: items };
  return (
    <>
      <div>
        <CopyBox label="ID" value={id} />
        <p className={classes.hint}>The ID is fixed: the exported file, links and addresses use it.</p>
      </div>
      <dl className={classes.facts}>
        {Object.entries(facts).map(([term, count]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{count === undefined ? '…' : numberText(count)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
