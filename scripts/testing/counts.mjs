// @ts-check
/**
 * Counts what the structure of the project is judged by, in this tree or in that of a folder: `node scripts/testing/counts.mjs [folder]`.
 * Lines are those with something in them. A function is counted without the functions in it.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../processes.mjs';
import { say } from '../terminal.mjs';

const [folder = root] = process.argv.slice(2);

/** The parts of the project, by the files that belong to each. */
const parts = {
  product: '{contract,server,src,command,content-files,verify-embed,clients,package}/**/*.{ts,tsx}',
  tests: '{tests,e2e}/**/*.{ts,tsx}',
};
/** From how many lines, and how many ways through it, a function is named. */
const limits = { lines: 100, ways: 20 };

/** @typedef {{ place: string, lines: number, ways: number }} Counted */

const branching = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
]);
const choosing = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/**
 * The functions of a file with their lines, and the ways through each: its branches and one more.
 * @param {string} file
 * @returns {Counted[]}
 */
function functionsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const lineOf = (/** @type {number} */ place) => source.getLineAndCharacterOfPosition(place).line + 1;
  /** @type {Counted[]} */
  const found = [];
  /** @type {(node: ts.Node, around: Counted | undefined) => void} */
  const visit = (node, around) => {
    let within = around;
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const [first, last] = [lineOf(node.getStart()), lineOf(node.getEnd())];
      within = { place: `${file}:${first}`, lines: last - first + 1, ways: 1 };
      found.push(within);
    } else if (within) {
      const chooses = ts.isBinaryExpression(node) && choosing.has(node.operatorToken.kind);
      if (branching.has(node.kind) || chooses) within.ways += 1;
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(source, undefined);
  return found;
}

for (const [part, pattern] of Object.entries(parts)) {
  const files = globSync(pattern, { cwd: folder }).filter((file) => !/node_modules|\/dist\/|\.d\.ts$/.test(file));
  const lines = files.map(
    (file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line.trim()).length,
  );
  say(`${part}: ${lines.reduce((sum, one) => sum + one, 0)} lines in ${files.length} files`);
  const functions = files.flatMap(functionsOf);
  const long = functions.filter((one) => one.lines > limits.lines);
  const branched = functions.filter((one) => one.ways > limits.ways);
  say(
    `  ${long.length} functions of more than ${limits.lines} lines, ${branched.length} with more than ${limits.ways} ways through them`,
  );
  if (part === 'product')
    for (const { place, lines: length, ways } of new Set([...long, ...branched]))
      say(`    ${place}: ${length} lines, ${ways} ways`);
}
const room = globSync('server/content/change-sets/**/*.ts', { cwd: folder });
const mentions = room
  .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\b\w*[sS]ync\w*/g) ?? [])
  .filter((word) => !/async/i.test(word));
say(`server/content/change-sets says sync ${mentions.length} times`);
