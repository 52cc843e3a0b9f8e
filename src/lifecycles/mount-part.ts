import type { HostEvent, ItemFormMethods, Quartermaster, SaveResult } from '../app/context/host-api.ts';
import type { ItemAddress, PartAction, PartName, PartResult } from '../app/context/part.ts';
import { type Mount, unmounted } from './mount.ts';
import { findProblems } from './props/checks.ts';
import type { PropProblem } from './props/prop-problem.ts';
import {
  fieldValues,
  isPartName,
  itemAddress,
  mountProblems,
  plainText,
  type ReadPart,
  readPart,
  unknownPart,
  valuesOf,
} from './props/read-part.ts';
import { readHostProps } from './props/read-props.ts';

type Props = Readonly<Record<string, unknown>>;

/** Begins the mount of a part; resolves once it has started. */
type Start = (hostProps: Props, part: ReadPart) => Promise<Mount>;

/** Events that are about the pages of the whole console. */
const notOfParts: readonly HostEvent['type'][] = ['title', 'breadcrumb', 'scheme', 'instance-changed'];

/** Props that are for the whole console only: a part has no address, and its page has nothing around it. */
const notForParts = {
  name: undefined,
  basename: undefined,
  routing: 'memory',
  chrome: undefined,
  only: undefined,
  onMenu: undefined,
};

/** What an update can change of every part. */
const lookProps = ['colorScheme', 'theme'];

const done: PartResult = { isDone: true };

const invalid = (problems: readonly PropProblem[]): PartResult => ({
  isDone: false,
  reason: 'invalid',
  message: problems.map(({ sentence }) => sentence).join(' '),
});

const toProps = (hostProps: unknown): Props =>
  typeof hostProps === 'object' && hostProps !== null ? (hostProps as Props) : {};

/** Creates the function that mounts parts. */
export function createMountPart(start: Start): Quartermaster['mountPart'] {
  const mountPart = async (name: PartName, hostProps: unknown) => {
    const props = toProps(hostProps);
    const { part, problems } = isPartName(name) ? readPart(name, props) : unknownPart(name);
    let values = valuesOf(name, props);
    let saved: ItemAddress | null = null;
    const onEvent = (event: HostEvent) => {
      if (event.type === 'saved' && event.templateId !== undefined && event.itemId !== undefined)
        saved = { templateId: event.templateId, id: event.itemId };
      if (event.type === 'picked') values = { ...values, value: event.item };
      if (typeof props.onEvent === 'function' && !notOfParts.includes(event.type)) props.onEvent(event);
    };
    const mount = await start(
      { ...props, ...notForParts, onEvent },
      { part, problems: [...problems, ...mountProblems(props)] },
    );

    let isUnmounted = false;
    const update = async (next: unknown): Promise<PartResult> => {
      if (isUnmounted) return unmounted;
      const changed = valuesOf(name, toProps(next));
      const look = Object.fromEntries(Object.entries(toProps(next)).filter(([prop]) => lookProps.includes(prop)));
      const [first] = Object.keys(changed);
      if (first && name === 'item-form') return invalid([fixedValue(first)]);
      const read = readPart(name, { ...values, ...changed });
      const wrong = [...read.problems, ...readHostProps(look).problems];
      if (!read.part || wrong.length > 0) return invalid(wrong);
      values = { ...values, ...changed };
      await mount.update(look, first ? read.part : undefined);
      return done;
    };
    const save = async (): Promise<SaveResult> => {
      saved = null;
      const result = await mount.perform({ type: 'save' });
      return result.isDone ? { isDone: true, item: saved } : result;
    };
    const unmount = () => {
      isUnmounted = true;
      return mount.end();
    };
    const base = { update, unmount };
    return name === 'item-form' ? { ...base, ...createMethods(mount), save } : base;
  };
  // The name of a part decides the types of its props and of its methods.
  return mountPart as Quartermaster['mountPart'];
}

function createMethods(mount: Mount): Omit<ItemFormMethods, 'save'> {
  const checked = async (action: PartAction, problems: readonly PropProblem[]) =>
    problems.length > 0 ? invalid(problems) : mount.perform(action);
  return {
    open: (item) => checked({ type: 'open', item }, findProblems({ item: itemAddress }, { item }, ['item'])),
    create: (values, label) =>
      checked(
        { type: 'create', values, label },
        findProblems({ values: fieldValues, label: plainText }, { values, label }),
      ),
    discard: () => mount.perform({ type: 'discard' }),
  };
}

const fixedValue = (prop: string): PropProblem => ({
  prop,
  sentence: `The prop "${prop}" of a form cannot be updated: call open() or create().`,
});
