import { type Environment, environments } from '@quartermaster/contract/access.ts';
import { FieldName, Id, TemplateId } from '@quartermaster/contract/shapes/common.ts';
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import type { InternalCalls } from '../../core/app/internal-calls.ts';
import { AppError } from '../../core/base/errors.ts';
import type { ProjectToken } from '../../core/session/read-project-token.ts';
import type { ToolAnswer } from './answer.ts';

/** What a tool works with. It reaches content by the server's own calls only. */
export interface ToolContext extends InternalCalls {
  token: ProjectToken;
  publicUrl: string;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: TSchema;
  /** True for a tool that changes nothing at all. */
  isReadOnly: boolean;
  run: (context: ToolContext, input: unknown) => Promise<ToolAnswer>;
}

interface Definition<S extends TSchema> extends Omit<Tool, 'input' | 'run' | 'isReadOnly'> {
  input: S;
  isReadOnly?: boolean;
  run: (context: ToolContext, input: Static<S>) => Promise<ToolAnswer>;
}

/** Declares a tool; its input was checked against its shape before it runs. */
export const defineTool = <S extends TSchema>({ run, isReadOnly = true, ...definition }: Definition<S>): Tool => ({
  ...definition,
  isReadOnly,
  run: (context, input) => run(context, input as Static<S>),
});

/** An object with these properties only, as models see it. */
export const Arguments = <P extends TProperties>(properties: P) =>
  Type.Object({ environment, ...properties }, { additionalProperties: false });

const environment = Type.Optional(
  Type.Enum([...environments], {
    description: 'The environment; Dev if omitted, or the first that the token opens.',
  }),
);

/** A shape with a description for models. */
export const described = <S extends TSchema>(shape: S, description: string): S => ({ ...shape, description });

export const Template = described(TemplateId, 'The id of the template, as `describe` lists it.');

export const Field = described(
  FieldName,
  'The name of a field, after those of the groups around it, as `describe` lists it: `stats.damage`.',
);

/** An item by its id, or by its key: a number or a text. */
export const ItemRef = Type.Union([Id, Type.String({ minLength: 1, maxLength: 1000 })], {
  description:
    'The id of the item as a number, or its key (the value of the template’s key field) as a text; `#` and an id is an id, too.',
});

const nextPage = 'The `next_cursor` of the page before, with the same other arguments.';

export const Cursor = Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: nextPage }));

/** Of lists by number, newest first. */
export const NumberCursor = Type.Optional(Type.String({ pattern: '^[0-9]{1,10}$', description: nextPage }));

/** Of pages that are made of a list: its cursor is a number. */
export const Offset = Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$', description: nextPage }));

export const limitOf = (usual: number, maximum: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum,
      description: `Entries of a page, ${usual} if omitted; fewer if they are long.`,
    }),
  );

/** The refusal of an argument that means nothing with the others. */
export const misplaced = (argument: string, reason: string): AppError =>
  new AppError('invalid', { message: `\`${argument}\` ${reason}.`, fields: { [argument]: reason } });

/** The instance of an environment that the token opens. */
export function instanceOf(
  { token: { instances } }: ToolContext,
  env: Environment | undefined,
): { id: number; env: Environment } {
  const chosen = env ?? (instances.some((known) => known.env === 'Dev') ? 'Dev' : instances[0]?.env);
  const found = instances.find((known) => known.env === chosen);
  if (found) return found;
  const opens = instances.map((known) => known.env).join(', ');
  throw new AppError('not_found', { message: `The token does not open ${chosen}. It opens ${opens}.` });
}
