/**
 * Indents JSON by two spaces without parsing its values, so that member order (JavaScript objects put keys like `7`
 * first) and number notation stay unchanged. Expects valid JSON.
 */
export function formatJson(json: string): string {
  // A whole string, any other literal, or one structural character.
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
