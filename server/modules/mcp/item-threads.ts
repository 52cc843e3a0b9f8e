import { nameOfField } from '@quartermaster/contract/content/field-names.ts';
import { comments, type Thread } from '@quartermaster/contract/endpoints/comments.ts';
import type { ReadTemplate } from './content.ts';
import type { ToolContext } from './tool.ts';

/** Bounds of what an answer has of comments: the latest threads, of each the first comment and the latest answers, and their characters. */
const most = { threads: 10, answers: 4, characters: 500 };

/** The latest threads about an item, those that are open before those that are resolved. */
export async function readItemThreads(
  context: ToolContext,
  {
    instanceId,
    templateId,
    id,
    known,
  }: { instanceId: number; templateId: string; id: number; known: ReadTemplate | undefined },
): Promise<object[]> {
  const query = { about: 'item', template_id: templateId, item_id: id } as const;
  const { threads } = await context.call(comments.list, { params: { instanceId }, query });
  const open = threads.filter(({ resolved }) => resolved === null).toReversed();
  const resolved = threads.filter((thread) => thread.resolved !== null).toReversed();
  return [...open, ...resolved].slice(0, most.threads).map((thread) => toAnswer(thread, known));
}

function toAnswer(
  { id, field_id, field_label, rows, quote, resolved, ...thread }: Thread,
  known?: ReadTemplate,
): object {
  const hasField = known?.template.fields.some((field) => field.id === field_id);
  const [first, ...answers] = thread.comments;
  const listed = first ? [first, ...answers.slice(-most.answers)] : [];
  return {
    id,
    ...(field_id !== undefined && { field: hasField && known ? nameOfField(known.tree, field_id) : field_label }),
    ...(rows && { rows: rows.map((index) => index + 1) }),
    ...(quote !== '' && { quote }),
    is_resolved: resolved !== null,
    left_out: thread.comment_count - listed.length,
    comments: listed.map(({ by, env, text, created_at, is_deleted }) => ({
      by: by.name,
      environment: env,
      at: created_at,
      text: is_deleted ? '(deleted)' : [...text].slice(0, most.characters).join(''),
    })),
  };
}
