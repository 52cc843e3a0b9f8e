type Section = `1.${Digit}` | `2.${Digit}` | `3.${Page3}` | `4.${Page4}` | `5.${Page5}`;
type Digit = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Page4 =
  | 'activity'
  | 'author'
  | 'builds'
  | 'bulk'
  | 'channels'
  | 'clients'
  | 'choice'
  | 'designers'
  | 'computed'
  | 'conversion'
  | 'field'
  | 'grid'
  | 'hands'
  | 'history'
  | 'host'
  | 'trash-page'
  | 'activity-page'
  | 'import'
  | 'readers'
  | 'releases'
  | 'rules'
  | 'select'
  | 'images'
  | 'sheets'
  | 'tokens'
  | 'files'
  | 'machines'
  | 'mcp'
  | 'oauth'
  | 'proposals'
  | 'trash'
  | 'types'
  | 'localised'
  | 'unique'
  | 'webhooks';
type Page5 =
  | 'merge'
  | 'replace'
  | 'names'
  | 'same'
  | 'views'
  | 'live'
  | 'comments'
  | 'company'
  | 'parts'
  | 'check'
  | 'running'
  | 'finding'
  | 'numbers';
type Page3 = 'names' | 'start' | 'session' | 'errors' | 'settled' | 'outside-dev' | 'sync' | 'calls' | 'plans';

/**
 * One checkable statement of the specification. If the documents contradict each other, the row has the reading that
 * was decided.
 */
export type Row = {
  /** Document and section, then the subject: `1.2.guard.origin`. Never reused or renamed. */
  id: `${Section}.${string}`;
  /** The screen or call that the statement is about. */
  where: string;
  /** The statement in a few words; text in double quotes is shown on the screen verbatim. */
  says: string;
  /** How the product differs from the statement, and why, if that was settled; the tests then show this. */
  settled?: string;
  /** True while no test shows it; every other row is named by `shows` in at least one test. */
  isOpen?: true;
};
