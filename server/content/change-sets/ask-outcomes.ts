import type { Ask } from '../checks/ask-checks.ts';
import { isProvisional } from './imports/provisional-ids.ts';
import { type ItemOutcome, isSameAsTarget, type Models } from './resolve-items.ts';

/** The results for items of a template, with what the webhooks that are asked before saves refuse of those that are written. */
export async function askOutcomes(
  ask: Ask | undefined,
  { after: model }: Pick<Models, 'after'>,
  outcomes: readonly ItemOutcome[],
): Promise<readonly ItemOutcome[]> {
  if (!ask || !model) return outcomes;
  const asked = outcomes.flatMap((outcome) => {
    const { item, after, isUnchanged, incompatibility } = outcome;
    if (!after || isUnchanged || incompatibility || isSameAsTarget(outcome)) return [];
    const { label, values } = after;
    return [{ outcome, about: { model, id: isProvisional(item.id) ? null : item.id, label, values } }];
  });
  if (asked.length === 0) return outcomes;
  const refusals = await ask(asked.map(({ about }) => about));
  const first = new Map(asked.map(({ outcome }, index) => [outcome, refusals[index]?.[0]]));
  return outcomes.map((outcome) => {
    const refusal = first.get(outcome);
    return refusal ? { ...outcome, incompatibility: refusal } : outcome;
  });
}
