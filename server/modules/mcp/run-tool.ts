import { type Environment, environments } from '@quartermaster/contract/access.ts';
import { nearNames } from '@quartermaster/contract/content/near-names.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { InternalCallError } from '../../core/app/internal-calls.ts';
import { AppError } from '../../core/base/errors.ts';
import { toAppError } from '../../core/http/error-handler.ts';
import { type CompiledShape, compileShape, refuseInvalid } from '../../core/http/validation.ts';
import { refusalAnswer, type ToolAnswer } from './answer.ts';
import { instanceOf, type Tool, type ToolContext } from './tool.ts';

const compiled = new Map<Tool, Promise<CompiledShape>>();

function shapeOf(tool: Tool): Promise<CompiledShape> {
  const known = compiled.get(tool) ?? compileShape(tool.input);
  compiled.set(tool, known);
  return known;
}

/** Runs a tool. Whatever happens, there is an answer that says what to do; `report` gets what is the server's own fault. */
export async function runTool(
  tool: Tool,
  context: ToolContext,
  input: unknown,
  report: (error: unknown) => void,
): Promise<ToolAnswer> {
  try {
    const shape = await shapeOf(tool);
    refuseInvalid(shape, input);
    return await tool.run(context, input);
  } catch (error) {
    // A refused call was logged with that call.
    if (error instanceof InternalCallError)
      return refusalAnswer(error.status, error.body, await nearTemplates(context, error.status, input));
    const answer = error instanceof AppError ? error : toAppError(error);
    if (answer.status >= 500) report(error);
    return refusalAnswer(answer.status, answer.body);
  }
}

/** For how many unknown templates the ids like them are sought. */
const mostSought = 3;

/** For an unknown template: the ids that are most like it. */
async function nearTemplates(context: ToolContext, status: number, input: unknown): Promise<Record<string, unknown>> {
  const named = namedTemplates(input);
  if (named.length === 0 || (status !== 404 && status !== 422)) return {};
  const environment = environments.find((env) => env === (input as { environment?: Environment }).environment);
  try {
    const { id: instanceId } = instanceOf(context, environment);
    const { templates: all } = await context.call(templates.list, { params: { instanceId } });
    const ids = all.map(({ id }) => id);
    const unknown = named.filter((id) => !ids.includes(id));
    if (unknown.length === 0) return {};
    return {
      unknown_templates: unknown,
      templates_like_these: [...new Set(unknown.slice(0, mostSought).flatMap((id) => nearNames(id, ids)))],
    };
  } catch {
    return {};
  }
}

/** The templates that a valid input names. */
function namedTemplates(input: unknown): string[] {
  const {
    template,
    templates: several,
    changes,
  } = input as {
    template?: string;
    templates?: string[];
    changes?: { template: string }[];
  };
  return [template ?? [], several ?? [], changes?.map((change) => change.template) ?? []].flat();
}
