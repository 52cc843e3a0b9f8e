import type { HostEvent } from '../../src/app/context/host-api.ts';
import { answerCalls, apiBase } from './answer-calls.ts';
import type { Answers } from './answers.ts';
import { addBrowserFeatures } from './browser-features.ts';
import type { Call, MountedConsole, OpenTestConsole } from './kit-types.ts';
import { letStylesheetsLoad } from './stylesheet-loads.ts';

/** How long `shown` waits, in milliseconds. */
const limit = 10_000;
let mounts = 0;

export const openTestConsole: OpenTestConsole = ({ answers: first = {} } = {}) => {
  const answers: Answers = { ...first };
  const calls: Call[] = [];
  const problems = new Set<string>();
  const watchers = new Set<() => void>();
  const mounted = new Set<MountedConsole>();
  const undo = [addBrowserFeatures(), letStylesheetsLoad()];
  const changed = () => {
    for (const watch of watchers) watch();
  };

  const fetch = answerCalls({
    answers,
    onCall: (call) => calls.push(call),
    onProblem: (sentence) => {
      problems.add(sentence);
      changed();
    },
  });
  const props = { apiBase, fetch, getAccessToken: () => 'a-token-of-the-test' };
  const problemText = () => [...problems].join('\n');

  /** Resolves once a condition is true; rejects with the first problem. */
  const until = (isThere: () => boolean, problem: () => string) =>
    new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        watchers.delete(look);
        settle();
      };
      const look = () => {
        if (problems.size > 0) end(() => reject(new Error(problemText())));
        else if (isThere()) end(resolve);
      };
      const timer = setTimeout(() => end(() => reject(new Error(problem()))), limit);
      watchers.add(look);
      look();
    });

  return {
    props,
    calls,
    answer: (more) => void Object.assign(answers, more),

    async mount(quartermaster, own = {}) {
      const element = document.createElement('div');
      document.body.append(element);
      const events: HostEvent[] = [];
      const { name = `test-console-${++mounts}`, domElement = element } = own;
      const given = { ...props, ...own, name, domElement };
      const onEvent = (event: HostEvent) => {
        events.push(event);
        own.onEvent?.(event);
        changed();
      };
      await quartermaster.bootstrap(given);
      await quartermaster.mount({ ...given, onEvent });
      const it: MountedConsole = {
        element: domElement,
        events,
        shown: () =>
          until(
            () => events.some(({ type }) => type === 'shown'),
            () => `The console was not shown. Its events: ${JSON.stringify(events)}`,
          ),
        update: (next) => quartermaster.update({ name, domElement, ...next }),
        async unmount() {
          mounted.delete(it);
          await quartermaster.unmount({ name, domElement });
          element.remove();
        },
      };
      mounted.add(it);
      return it;
    },

    async close() {
      for (const each of [...mounted]) await each.unmount();
      for (const each of undo.splice(0)) each();
      const problem = problemText();
      problems.clear();
      if (problem !== '') throw new Error(problem);
    },
  };
};
