import { plans } from '@quartermaster/contract/access.ts';
import { usePlan } from '../access/instance-context.ts';

/** The largest image of the active instance's plan in megabytes (2^20 bytes); undefined while the plan is not known. */
export function useImageLimit(): number | undefined {
  const plan = usePlan();
  return plan === null ? undefined : plans[plan].imageMegabytes;
}
