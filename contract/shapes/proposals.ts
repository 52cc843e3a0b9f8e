import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { proposalNoteLength, proposalTitleLength } from '../rules/proposals.ts';
import { BeforeAndAfter, ChartedField } from './charts.ts';
import {
  Exact,
  FieldName,
  Id,
  IgnoreUnknown,
  InstanceParams,
  Moment,
  NewestFirst,
  Nullable,
  nextPage,
  TemplateId,
  Uuid,
} from './common.ts';
import {
  checkedRowProperties,
  ImportDecision,
  ImportMatch,
  ImportOutcome,
  OutcomeCounts,
  rowResolution,
} from './imports.ts';
import { Person } from './sync.ts';

const Count = Type.Integer({ minimum: 0 });

/** The most templates whose items a proposal changes. */
const proposedTemplates = 50;

/** An `open` proposal has changed nothing. */
export const ProposalState = Type.Enum(['open', 'applied', 'declined']);

/** Where a proposal was made: by an assistant, by a call of the API, or in the console. */
export const ProposalOrigin = Type.Enum(['assistant', 'api', 'form']);

/** Changes to items that someone proposes, and that a person with the permission to save applies or declines. */
export const Proposal = Exact({
  id: Id,
  title: Type.String(),
  note: Type.String(),
  origin: ProposalOrigin,
  state: ProposalState,
  by: Person,
  created_at: Moment,
  /** How many items it names, all and by template. */
  items: Count,
  templates: Type.Array(Exact({ template_id: TemplateId, name: Type.String(), items: Count }), {
    maxItems: proposedTemplates,
  }),
  /** Of a proposal that is no longer open. */
  decided_by: Nullable(Person),
  decided_at: Nullable(Moment),
  decision_note: Type.String(),
  /** The change set that has applied it, which can be undone; `null` if there is none. */
  change_set_id: Nullable(Id),
});

/** A line of a proposal, and what applying it would do now. */
export const ProposedRow = Exact({
  template_id: TemplateId,
  /** Its place in the proposal from 1, counted through all its templates. */
  line: Type.Integer({ minimum: 1 }),
  ...checkedRowProperties,
});

/** A check of a proposal against the current content. */
export const ProposalCheck = Exact({
  counts: OutcomeCounts,
  templates: Type.Array(Exact({ template_id: TemplateId, counts: OutcomeCounts }), { maxItems: proposedTemplates }),
  /** Differs as soon as applying it would do anything else. */
  fingerprint: Type.String({ pattern: '^[0-9a-f]{32}$' }),
});

/**
 * Items of a template, each as an object with `_id`, `_version`, `_label` and its changed fields by name, as exports to JSON
 * lines have them. Fields that are not named keep their values.
 */
const ProposedChanges = Exact({
  template_id: TemplateId,
  match: Type.Optional(ImportMatch),
  /** The unique field to match by, as a column; the template's key field if omitted. */
  key: Type.Optional(FieldName),
  items: Type.Array(Type.Record(Type.String({ maxLength: 400 }), Type.Unknown()), {
    minItems: 1,
    maxItems: contentLimits.batchItems,
  }),
});

const changes = Type.Array(ProposedChanges, { minItems: 1, maxItems: proposedTemplates });
const rows = Type.Array(ProposedRow, { maxItems: 200 });

/** Decisions on conflicts, and lines that are not applied. */
const decided = {
  ...rowResolution,
  decisions: Type.Optional(Type.Array(ImportDecision, { maxItems: contentLimits.batchItems })),
  leave_out: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: contentLimits.batchItems })),
};

const ProposalParams = Exact({ instanceId: Id, proposalId: Id });
const Note = Type.String({ maxLength: proposalNoteLength });

/** Shapes of the calls for proposals. */
export const proposalShapes = {
  check: {
    params: InstanceParams,
    body: Exact({ changes, ignore_unknown: Type.Optional(IgnoreUnknown), chart: Type.Optional(ChartedField) }),
    /** `rows`: the first 200, those in conflict and refused first. */
    response: Exact({ check: ProposalCheck, rows, chart: Type.Optional(BeforeAndAfter) }),
  },
  create: {
    params: InstanceParams,
    body: Exact({
      title: Type.String({ maxLength: proposalTitleLength }),
      note: Type.Optional(Note),
      changes,
      ignore_unknown: Type.Optional(IgnoreUnknown),
      idempotency_key: Type.Optional(Uuid),
    }),
    response: Exact({ proposal: Proposal, check: ProposalCheck, rows }),
  },
  list: {
    params: InstanceParams,
    query: Exact({ ...NewestFirst, state: Type.Optional(ProposalState) }),
    response: Exact({ proposals: Type.Array(Proposal, { maxItems: 100 }), ...nextPage }),
  },
  get: {
    params: ProposalParams,
    /** `check`: of an open proposal; `problem`: why it cannot be checked now, so that it can only be declined. */
    response: Exact({ proposal: Proposal, check: Nullable(ProposalCheck), problem: Nullable(Type.String()) }),
  },
  listRows: {
    params: ProposalParams,
    query: Exact({
      template_id: Type.Optional(TemplateId),
      outcome: Type.Optional(ImportOutcome),
      cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,10}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    response: Exact({ rows, ...nextPage }),
  },
  chart: {
    params: ProposalParams,
    /** Conflicts without a decision are drawn as proposed. */
    body: Exact({ chart: ChartedField, ...decided }),
    response: Exact({ chart: BeforeAndAfter }),
  },
  apply: {
    params: ProposalParams,
    body: Exact({
      ...decided,
      /** Of the check that was reviewed. */
      fingerprint: Type.String({ pattern: '^[0-9a-f]{32}$' }),
    }),
    response: Exact({
      proposal: Proposal,
      /** How many items were changed. */
      changed_items: Count,
    }),
  },
  decline: {
    params: ProposalParams,
    body: Exact({ note: Type.Optional(Note) }),
    response: Exact({ proposal: Proposal }),
  },
} as const;
