/**
 * Indents JSON by two spaces without reading its values, so that nothing changes on the way: neither the order of members
 * (an object of JavaScript puts names like `7` first) nor how a number is written. Expects valid JSON.
 */
export function formatJson(json: string): string {
  // Strings whole, everything else that is neither structure nor space, or one sign of structure.
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[^\s"[\]{},:]+|[[\]{},:]/g) ?? [];
  const parts: string[] = [];
  let depth = 0;
  const breakLine = () => parts.push(`\n${'  '.repeat(depth)}`);
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    if (token === '}' || token === ']') {
      depth -= 1;
      if (before !== '{' && before !== '[') breakLine();
    } else if (before === '{' || before === '[' || before === ',') breakLine();
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth += 1;
  });
  return parts.join('');
}
