import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { type CheckedProposal, type ProposedRow, proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { proposalPath } from '@quartermaster/contract/paths.ts';
import { proposalNoteLength, proposalTitleLength } from '@quartermaster/contract/rules/proposals.ts';
import { IgnoreUnknown, Uuid } from '@quartermaster/contract/shapes/common.ts';
import { proposalShapes } from '@quartermaster/contract/shapes/proposals.ts';
import { type Static, Type } from 'typebox';
import { countFitting } from '../answer.ts';
import { Arguments, defineTool, described, Field, instanceOf, Template } from '../tool.ts';

const { maxItems } = proposalShapes.create.body.properties.changes as { maxItems?: number };

const changes = Type.Array(
  Type.Object(
    {
      template: Template,
      items: Type.Array(Type.Object({}, { additionalProperties: true }), {
        minItems: 1,
        maxItems: contentLimits.batchItems,
        description:
          'Objects like those of `get`. To change an item: `_id` and `_version` as read, or its key, and only the fields that change. A new item has no `_id`, and a `_label`. `null` clears a field. A dynamic group is a list of whole rows. A link is the key of its item, or `#` and its id.',
      }),
      match: Type.Optional(
        Type.Enum(['id', 'key', 'new'], {
          description:
            'How items are found: by `_id` only, by key only, or not at all. By `_id`, else by key if omitted.',
        }),
      ),
      key: Type.Optional(described(Field, 'A unique field to match by, other than the key field.')),
    },
    { additionalProperties: false },
  ),
  {
    minItems: 1,
    ...(maxItems !== undefined && { maxItems }),
    description: 'Changes by template, each template once; at most 1,000 items in all.',
  },
);

const ignoreUnknown = Type.Optional(IgnoreUnknown);

const toBody = (proposed: Static<typeof changes>) =>
  proposed.map(({ template, items, ...change }) => ({
    template_id: template,
    items: items as Record<string, unknown>[],
    ...change,
  }));

/** What a check has found: first what stands in the way. */
export function checkData({ check, rows }: Pick<CheckedProposal, 'check' | 'rows'>) {
  const named = rows.map(toRow);
  const listed = named.slice(0, Math.max(1, countFitting(named)));
  return {
    counts: check.counts,
    templates: check.templates.map(({ template_id, counts }) => ({ template_id, ...counts })),
    rows: listed,
    rows_left_out: sumOf(check.counts) - listed.length,
  };
}

/** A row with its fields by name. */
export function toRow({ fields, refusal, image: _, ...row }: ProposedRow) {
  return {
    ...row,
    fields: fields.map(({ field_id: __, name, ...change }) => ({ field: name, ...change })),
    refusal: refusal && { field: refusal.name, reason: refusal.reason },
  };
}

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const outcomes =
  'Outcomes: added, changed, unchanged, conflict (changed by others after its `_version`), refused (a rule does not allow it; `refusal` says why).';

export const validateTool = defineTool({
  name: 'validate',
  title: 'Validate changes',
  description:
    'Checks changes to items against the rules of their templates, and stores nothing: what each row would change, field by field, which are refused and why. Correct what is refused before you propose.',
  input: Arguments({ changes, ignore_unknown: ignoreUnknown }),
  run: async (context, { environment, changes: proposed, ...options }) => {
    const { id: instanceId, env } = instanceOf(context, environment);
    const checked = await context.call(proposals.check, {
      params: { instanceId },
      body: { ...options, changes: toBody(proposed) },
    });
    const { refused, conflict } = checked.check.counts;
    const verdict =
      refused > 0
        ? `Refused rows: ${refused}. Correct them, or leave them out.`
        : conflict > 0
          ? `Rows in conflict: ${conflict}. Read these items again.`
          : 'Nothing is refused.';
    return { note: `Checked in ${env}; nothing is stored. ${verdict} ${outcomes}`, data: checkData(checked) };
  },
});

export const proposeTool = defineTool({
  name: 'propose',
  title: 'Propose changes',
  description:
    'Stores a proposal of changes to items. It changes no content: a person opens it field by field, and applies or declines it. Validate first; a proposal with a refused row is not stored.',
  input: Arguments({
    title: Type.String({
      minLength: 1,
      maxLength: proposalTitleLength,
      description: 'What it changes, in a few words.',
    }),
    note: Type.Optional(
      Type.String({
        maxLength: proposalNoteLength,
        description: 'Why, for the person who decides: aim, method, what to look at.',
      }),
    ),
    changes,
    ignore_unknown: ignoreUnknown,
    idempotency_key: Type.Optional(
      described(Uuid, 'A UUID. Send the same again if an answer was lost, so that nothing is proposed twice.'),
    ),
  }),
  isReadOnly: false,
  run: async (context, { environment, changes: proposed, ...texts }) => {
    const { id: instanceId, env } = instanceOf(context, environment);
    const { proposal, ...checked } = await context.call(proposals.create, {
      params: { instanceId },
      body: { ...texts, changes: toBody(proposed) },
    });
    return {
      note: `Proposal ${proposal.id} is stored for ${env}; no item is changed yet. A person decides at ${addressOf(context.publicUrl, proposal.id, instanceId)}: tell them. ${outcomes}`,
      data: checkData(checked),
    };
  },
});

/** Where a person opens a proposal. */
export const addressOf = (publicUrl: string, proposalId: number, instanceId: number): string =>
  `${publicUrl}${proposalPath(proposalId, instanceId)}`;
