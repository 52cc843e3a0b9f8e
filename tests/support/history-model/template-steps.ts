import { history } from '@quartermaster/contract/endpoints/history.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { expect } from 'vitest';
import type { Dice } from '../dice.ts';
import { field, inOrder } from '../sample-template.ts';
import { changeTemplate, type ModelField } from './changes.ts';
import { allFields, options, type World } from './world.ts';

const as = { as: 'owner' } as const;

const sent = (fields: readonly ModelField[]): SaveTemplateField[] => fields.map(({ uid: _, ...rest }) => rest);

/** The field as another type, that its former values may not have. */
const retyped = ({ id, parentId, settings: { type } }: SaveTemplateField): SaveTemplateField =>
  field(id, type === 'integer' ? 'text' : 'integer', { parentId });

/** Random changes of the template in Dev. */
export const templateSteps = (world: World, dice: Dice) => {
  const { server } = world;
  const params = { instanceId: world.dev };

  /** Takes over a save, if it succeeded; it must if nothing speaks against it, and must not if something does. */
  const settle = (
    status: number,
    saved: readonly SaveTemplateField[],
    replaced?: ReadonlyMap<string, string | null>,
    isSure = true,
  ): boolean => {
    const { template, items, refusal } = changeTemplate(world.template, world.live, saved, replaced);
    if (refusal !== undefined) expect(status, refusal).toBe(422);
    else if (isSure) expect(status).toBe(200);
    if (status !== 200) return false;
    world.template = template;
    world.templates.set(template.version, sent(template.fields));
    world.live = items;
    return true;
  };

  const save = async (
    fields: readonly SaveTemplateField[],
    more: { replaced?: ReadonlyMap<string, string | null>; isSure?: boolean } = {},
  ) => {
    const { replaced, isSure } = more;
    const ordered = inOrder([...fields]);
    const body = {
      id: 'thing',
      label: 'Things',
      version: world.template.version,
      fields: ordered.map((one) => {
        if (one.id === 'kind' && replaced)
          return { ...one, replaced_options: [...replaced].map(([id, by]) => ({ id, by })) };
        const was = world.template.fields.find(({ id }) => id === one.id);
        return was && was.settings.type !== one.settings.type ? { ...one, converts: true } : one;
      }),
    };
    const { status, body: answer } = await server.send(templates.save, { params, body }, as);
    expect([200, 422], JSON.stringify(answer)).toContain(status);
    return settle(status, ordered, replaced, isSure);
  };

  const create = async () => {
    await save(allFields);
    return 'template';
  };

  const remove = async (): Promise<string> => {
    const { fields } = world.template;
    if (fields.length < 3) return 'nothing to remove';
    const gone = new Set([dice.oneOf(fields).id, ...(dice.percent(25) ? [dice.oneOf(fields).id] : [])]);
    const isDone = await save(
      sent(fields).filter(({ id, parentId }) => !gone.has(id) && !(parentId && gone.has(parentId))),
    );
    return `remove ${[...gone].join()}: ${isDone}`;
  };

  const bringBack = async (): Promise<string> => {
    const { fields, removed } = world.template;
    const present = new Set(fields.map(({ id }) => id));
    const possible = [...removed.values()].filter(({ parentId }) => parentId === null || present.has(parentId));
    if (possible.length === 0) return 'nothing to bring back';
    const former = dice.oneOf(possible);
    const { uid: _, ...back } = former;
    const inside =
      former.id === 'rows'
        ? sent(
            [...removed.values()].filter(
              ({ parentId, id }) => parentId === 'rows' && dice.percent(id === 'stat' ? 90 : 60),
            ),
          )
        : [];
    const one = ['note', 'count'].includes(former.id) && dice.percent(35) ? retyped(back) : back;
    const isDone = await save([...sent(fields), one, ...inside]);
    return `bring back ${[one, ...inside].map(({ id, settings }) => `${id} (${settings.type})`).join()}: ${isDone}`;
  };

  const retype = async (): Promise<string> => {
    const possible = world.template.fields.filter(({ id }) => ['note', 'count', 'amount'].includes(id));
    if (possible.length === 0) return 'nothing to retype';
    const { id, settings } = dice.oneOf(possible);
    const fields = sent(world.template.fields).map((one) => (one.id === id ? retyped(one) : one));
    // Texts become integers again only if they were some.
    const isDone = await save(fields, { isSure: settings.type === 'integer' });
    return `retype ${id} from ${settings.type}: ${isDone}`;
  };

  const changeOptions = async (): Promise<string> => {
    const kind = world.template.fields.find(({ id }) => id === 'kind');
    if (!kind) return 'no options';
    const present = 'options' in kind.settings ? kind.settings.options : [];
    const isShort = present.length < options.length;
    const [gone] = isShort && dice.percent(60) ? [] : [dice.oneOf(present)];
    const next = gone ? present.filter(({ id }) => id !== gone.id) : [...options];
    if (next.length === 0) return 'the last option';
    const replaced = new Map<string, string | null>();
    if (gone && dice.percent(80)) replaced.set(gone.id, dice.percent(50) ? null : dice.oneOf(next).id);
    const fields = sent(world.template.fields).map((one) =>
      one.id === 'kind' ? field('kind', 'choice', { options: next }) : one,
    );
    const isDone = await save(fields, { replaced });
    return `options ${next.map(({ id }) => id).join()}, ${JSON.stringify([...replaced])}: ${isDone}`;
  };

  const restore = async (): Promise<string> => {
    const version = 1 + dice.below(world.template.version);
    const former = world.templates.get(version) ?? [];
    const at = { ...params, templateId: 'thing' };
    const check = await server.call(history.checkTemplate, { params: at, query: { version } }, as);
    const body = { version, seen: world.template.version };
    const { status, body: answer } = await server.send(history.restoreTemplate, { params: at, body }, as);
    expect(status === 200, JSON.stringify([check, answer])).toBe(check.refusals.length === 0);
    const types = new Map(world.template.fields.map(({ id, settings }) => [id, settings.type]));
    const isBack = former.some(({ id, settings: { type } }) => type === 'integer' && types.get(id) === 'text');
    const isSame = (answer as { version: number }).version === world.template.version;
    if (isSame) return `template ${version} again: nothing`;
    const isDone = settle(status, former, undefined, !isBack);
    return `template ${version} again: ${isDone}`;
  };

  return { create, remove, bringBack, retype, changeOptions, restore };
};
