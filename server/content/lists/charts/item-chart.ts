import type { Chart, DrawnChart } from '@quartermaster/contract/endpoints/items.ts';
import { isTimeZone, type OffsetAt, zoneOffset } from '@quartermaster/contract/time-zone.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { type ListBody, type ReadList, readList, withTemplate } from '../list-items.ts';
import { chartFields, findChartField } from './chart-fields.ts';
import { drawDistribution, drawTime } from './distribution.ts';
import { drawPoints } from './points.ts';
import { refuseConverting } from './refuse-chart.ts';

interface ChartBody extends Pick<ListBody, 'filters' | 'search'> {
  chart: Chart;
}

/** A chart of a list; throws 404 without the template, 422 for fields that it cannot draw and for too many items. */
export const itemChart = (
  query: Query,
  instanceId: number,
  templateId: string,
  { chart, filters, search }: ChartBody,
): Promise<DrawnChart> =>
  withTemplate(query, instanceId, templateId, async (model) => {
    refuseConverting(model);
    const { conditions } = await readList(query, model, { ...(filters && { filters }), ...(search && { search }) });
    return drawChart(query, { model, conditions }, chart);
  });

function drawChart(
  query: Query,
  { model, conditions }: Pick<ReadList, 'conditions'> & { model: TemplateModel },
  chart: Chart,
): Promise<DrawnChart | undefined> {
  const list = { model, conditions };
  switch (chart.kind) {
    case 'distribution':
      return drawDistribution(query, list, findChartField(model, 'chart.field', chart.field, chartFields.numbers));
    case 'points':
      return drawPoints(query, list, {
        x: findChartField(model, 'chart.x', chart.x, chartFields.number),
        y: findChartField(model, 'chart.y', chart.y, chartFields.number),
        color:
          chart.color === undefined ? undefined : findChartField(model, 'chart.color', chart.color, chartFields.choice),
      });
    case 'time':
      return drawTime(
        query,
        list,
        findChartField(model, 'chart.field', chart.field, chartFields.moments),
        clockOf(chart.zone),
      );
  }
}

function clockOf(zone = 'UTC'): OffsetAt {
  if (isTimeZone(zone)) return zoneOffset(zone);
  throw new AppError('invalid', { fields: { 'chart.zone': 'should be a time zone, such as Europe/Berlin' } });
}
