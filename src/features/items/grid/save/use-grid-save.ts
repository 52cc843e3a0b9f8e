import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { ImportedRow } from '@quartermaster/contract/endpoints/imports.ts';
import { type GridSave, type GridSaved, isUnanswered, useSaveGrid } from '../../../../shared/data/grid-save.ts';
import { createUuid } from '../../../../shared/http/event-id.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { commonKeys } from '../../../../shared/ui/actions/keys.ts';
import { usePageAction } from '../../../../shared/ui/actions/page-actions.ts';
import { count } from '../../../../shared/ui/count.ts';
import { texts } from '../../../../shared/ui/texts.ts';
import { reasonOf } from '../model/cell-content.ts';
import type { GridState, UnansweredSave } from '../model/grid-state.ts';
import { type RowMark, rowKeyOf, type SavedRow, type SentRow, wholeRow } from '../model/sheet.ts';
import { changedRows, toLines } from './grid-records.ts';

interface GridSaveOptions {
  instanceId: number;
  templateId: string;
  tree: readonly TreeNode[];
  state: GridState;
  canSave: boolean;
}

/** Saves the edits of a grid as one change set, and marks what prevents it in its rows. */
export function useGridSave({ instanceId, templateId, tree, state, canSave }: GridSaveOptions) {
  const { notify } = useServices();
  const mutation = useSaveGrid(instanceId, templateId, savedText);
  const { sheet } = state;
  const setUnanswered = (sent: UnansweredSave | null) => {
    state.unanswered = sent;
    state.notifyTyping();
  };

  /** Resolves to true if the edits are saved. */
  const send = async (rows: readonly SentRow[], body: GridSave): Promise<boolean> => {
    setUnanswered({ rows, save: body });
    try {
      const { saved: answer } = await mutation.mutateAsync(body);
      if (answer.isSaved) sheet.settle(savedRows(rows, answer));
      else sheet.setMarks(marksOf(rows, answer.rows, state));
      setUnanswered(null);
      return answer.isSaved;
    } catch (error) {
      if (!isUnanswered(error)) setUnanswered(null);
      // The page shows it.
      return false;
    }
  };
  const sendAll = async () => {
    const first = state.unanswered;
    if (first && !(await send(first.rows, first.save))) return;
    const rows = changedRows(sheet);
    if (rows.length > 0) await send(rows, { lines: toLines(tree, rows), idempotencyKey: createUuid() });
  };

  /** Closes the editor; goes to the first invalid cell if there is one, and returns false. */
  const isValid = (then: string): boolean => {
    state.commit();
    const { invalid } = sheet.counts();
    if (invalid === 0) return true;
    goToInvalid(state);
    notify.info(
      invalid === 1
        ? `1 cell is invalid. Correct it, then ${then} again.`
        : `${count(invalid, 'cell')} are invalid. Correct them, then ${then} again.`,
    );
    return false;
  };

  const save = () => {
    if (!canSave || mutation.isPending || !isValid('save')) return;
    if (sheet.isDirty()) void sendAll();
    else notify.info(texts.noChangesToSave);
  };
  usePageAction({ label: 'Save changes', keys: commonKeys.save, isOff: !canSave }, save);
  return { save, isValid, isPending: mutation.isPending, error: mutation.error };
}

const savedText = (items: number) => `${count(items, 'item')} saved`;

/** The rows as they are saved: new items have ids, and the versions of the others are one higher if they were changed. */
function savedRows(sent: readonly SentRow[], answer: GridSaved & { isSaved: true }): Map<string, SavedRow> {
  const byLine = new Map(answer.rows.map((row) => [row.line, row]));
  const ids = [...answer.addedIds];
  return new Map(
    sent.map(({ row, cells, label, values }, index): [string, SavedRow] => {
      if (row.id === null) {
        const id = ids.shift();
        return [
          row.key,
          { row: id === undefined ? null : { key: rowKeyOf(id), id, version: 1, label, values }, cells },
        ];
      }
      // The answer has the first rows only. If others have changed one of the rest, its version follows with the items.
      const { outcome, version } = byLine.get(index + 1) ?? {
        outcome: answer.changedIds.has(row.id) ? 'changed' : 'unchanged',
        version: row.version,
      };
      const now = (version ?? row.version) + (outcome === 'changed' ? 1 : 0);
      return [row.key, { row: { ...row, version: now, label, values }, cells }];
    }),
  );
}

/** What the server has refused, by row and column. */
function marksOf(sent: readonly SentRow[], found: readonly ImportedRow[], state: GridState): Map<string, RowMark> {
  const visible = new Set(state.view().columns.map(({ id }) => id));
  return new Map(
    found.flatMap(({ line, outcome, item_id, refusal }): [string, RowMark][] => {
      const row = sent[line - 1]?.row;
      if (!row) return [];
      const column = refusal?.field_id != null && visible.has(refusal.field_id) ? refusal.field_id : wholeRow;
      const refused = new Map(refusal ? [[column, refusal.reason]] : []);
      const isGone = row.id !== null && item_id === null;
      return [[row.key, { refused, isConflict: outcome === 'conflict', isGone }]];
    }),
  );
}

/** Selects the first cell that is invalid, also in a hidden column or beside the rows of a group. */
function goToInvalid(state: GridState): void {
  const { sheet } = state;
  for (const { key } of sheet.rows()) {
    for (const [column, content] of sheet.edits().get(key) ?? []) {
      if (reasonOf(content) === undefined) continue;
      state.goTo(key, column);
      return;
    }
  }
}
