import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Session } from './servers/product.ts';

/** The calls for a template of an instance. */
export function templateCalls(session: Session, instanceId: number, templateId: string) {
  const call = <E extends Endpoint>({ method, path }: E, body?: object) =>
    session.call<Output<E>>(
      method,
      path.replace(':instanceId', String(instanceId)).replace(':templateId', templateId),
      body,
    );
  const body = async (fields: readonly SaveTemplateField[]) => {
    const { version } = (await call(templates.get)).header;
    return { id: templateId, label: templateId, version, fields };
  };
  const isRunning = async () => (await call(templates.progress)).change !== null;
  return {
    dryRun: async (fields: readonly SaveTemplateField[]) => call(templates.dryRun, await body(fields)),
    save: async (fields: readonly SaveTemplateField[]) => {
      await call(templates.save, await body(fields));
    },
    /** Whether its items are still being changed. */
    isRunning,
    untilDone: async () => {
      while (await isRunning()) await pause(100);
    },
  };
}
