/** How many nodes a text names. */
const mostNames = 5;

/** Names the nodes that a merge had to move to where neither side put them. */
export function displacedText(names: readonly string[]): string {
  const listed = names.slice(0, mostNames).map((name) => `“${name}”`);
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `Moved to the nearest place that there is: ${listed.join(', ')}${more}`;
}
