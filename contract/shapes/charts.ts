import { Type } from 'typebox';
import { chartLimits, momentUnits } from '../content/chart-bins.ts';
import { optionLimits } from '../field-types/options.ts';
import { Exact, FieldId, Id, Moment, Nullable, TemplateId } from './common.ts';

const Count = Type.Integer({ minimum: 0 });

/** What a chart of a list draws. A number field can be in rows or a list: then each of an item's values counts. */
export const Chart = Type.Union([
  Exact({ kind: Type.Literal('distribution'), field: FieldId }),
  /** Number fields outside of rows that have one value, and a choice outside of rows. */
  Exact({ kind: Type.Literal('points'), x: FieldId, y: FieldId, color: Type.Optional(FieldId) }),
  Exact({
    kind: Type.Literal('time'),
    /** A date and time; in rows, each of an item's values counts. */
    field: FieldId,
    zone: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'The time zone of the IANA database whose clocks bins follow, such as Europe/Berlin; UTC if omitted',
      }),
    ),
  }),
]);

const drawn = {
  items: Type.Integer({ minimum: 0, description: 'How many items match' }),
  values: Type.Integer({ minimum: 0, description: 'How many values are drawn' }),
};

const Range = Nullable(Exact({ min: Type.Number(), max: Type.Number() }));

/** The statistics of numbers. The sum is `null` if it is beyond the largest number. */
export const NumberStats = Exact({
  min: Type.Number(),
  max: Type.Number(),
  mean: Type.Number(),
  median: Type.Number(),
  sum: Nullable(Type.Number()),
});

const Distribution = Exact({
  kind: Type.Literal('distribution'),
  ...drawn,
  bins: Type.Array(Exact({ from: Type.Number(), to: Type.Number(), count: Count }), {
    maxItems: chartLimits.bins,
    description: 'Of equal width, also empty ones. The last one includes its end',
  }),
  stats: Nullable(NumberStats),
});

const Points = Exact({
  kind: Type.Literal('points'),
  ...drawn,
  points: Type.Array(
    Exact({
      id: Id,
      label: Type.String(),
      x: Type.Number(),
      y: Type.Number(),
      color: Nullable(Type.Integer({ minimum: 0, description: 'An index into `colors`' })),
    }),
    { maxItems: chartLimits.points, description: 'By id' },
  ),
  colors: Type.Array(Exact({ value: Type.String(), count: Count }), {
    maxItems: optionLimits.options,
    description: 'The options that items have, in their order, and how many have each',
  }),
  x: Range,
  y: Range,
  is_sampled: Type.Boolean({
    description: 'If true, the points are a sample, always the same one, that keeps those far from others',
  }),
});

const Time = Exact({
  kind: Type.Literal('time'),
  ...drawn,
  unit: Type.Enum([...momentUnits]),
  bins: Type.Array(Exact({ from: Moment, to: Moment, count: Count }), {
    maxItems: chartLimits.moments,
    description:
      'Of one hour, day or month, or of one, five or 50 years, also empty ones. The last one includes its end',
  }),
});

/** A chart: counts, or points. */
export const DrawnChart = Type.Union([Distribution, Points, Time]);

/** The number field that a check draws before and after its changes. */
export const ChartedField = Exact({ template_id: TemplateId, field_id: FieldId });

const DrawnState = Exact({ ...drawn, stats: Nullable(NumberStats) });

/** How a check's changes move the numbers of a field, of all items that their template has. */
export const BeforeAndAfter = Exact({
  before: DrawnState,
  after: DrawnState,
  bins: Type.Array(Exact({ from: Type.Number(), to: Type.Number(), before: Count, after: Count }), {
    maxItems: chartLimits.bins,
    description: 'Of equal width, also empty ones. The last one includes its end',
  }),
  changed: Type.Integer({
    minimum: 0,
    description: 'How many items get other numbers, are added with some or removed with some',
  }),
  movers: Type.Array(
    Exact({
      id: Id,
      label: Type.String({ description: 'Afterwards' }),
      before: Type.Number({ description: 'Of a field in rows or a list: the sum of its numbers' }),
      after: Type.Number(),
    }),
    { maxItems: chartLimits.movers, description: 'The items that change most in proportion, the first one most' },
  ),
});
