import { checkInvisible, comparedName } from '../typed-text.ts';
import { expressionLength } from './expression-length.ts';
/** A condition in CEL over the values of an item, stored with the field at which its message is shown. */
export interface Rule {
  /** Names it in the editor and in lists of changes; unique in its field. */
  name: string;
  condition: string;
  /** Shown at the field if the condition does not hold. */
  message: string;
  /** Set if an item can be saved although the condition does not hold. */
  warning?: true;
}

/** Limits of the rules of a template; lengths in UTF-16 code units. */
export const ruleLimits = {
  ofField: 20,
  ofTemplate: 100,
  nameLength: 64,
  conditionLength: expressionLength,
  messageLength: 200,
} as const;

/**
 * Error message for an invalid list of rules, otherwise undefined. Whether the conditions can be evaluated depends on the
 * other fields of the template: see `checkTemplateRules`.
 */
export function checkRuleList(rules: readonly Rule[]): string | undefined {
  const { ofField, nameLength, conditionLength, messageLength } = ruleLimits;
  if (rules.length > ofField) return `a field can have at most ${ofField} conditions`;
  const names = new Set<string>();
  for (const [index, { name, condition, message }] of rules.entries()) {
    const called = name.trim();
    if (called === '') return `condition ${index + 1} has no name`;
    if (called.length > nameLength) return `the name of a condition must be at most ${nameLength} characters`;
    const invisible = checkInvisible(called);
    if (invisible) return `the name of condition ${index + 1} ${invisible}`;
    if (names.size === names.add(comparedName(called)).size) return `two conditions have the name ${called}`;
    if (condition.trim() === '') return `${called} has no condition`;
    if (condition.length > conditionLength) return `${called} must be at most ${conditionLength} characters`;
    if (message.trim() === '') return `${called} has no message`;
    if (message.length > messageLength) return `the message of ${called} must be at most ${messageLength} characters`;
  }
  return undefined;
}
