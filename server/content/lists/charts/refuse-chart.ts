import { chartLimits } from '@quartermaster/contract/content/chart-bins.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { TemplateModel } from '../../model/template-model.ts';

/** Throws 422 if a chart would draw too many items. */
export function refuseTooMany(items: number): void {
  if (items <= chartLimits.items) return;
  const message = `More than ${numberText(chartLimits.items)} items match. Filter the list to draw it.`;
  throw new AppError('invalid', { message });
}

/** Throws 409 while values of a template get the form of another type: they are no numbers yet. */
export function refuseConverting({ change }: TemplateModel): void {
  if (!change || change.converted.length === 0) return;
  const message = 'Values of this template are still being converted. Try again once that has finished.';
  throw new AppError('running', { message });
}
