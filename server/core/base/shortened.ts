/** A text of at most so many characters, whose end is … if it was longer. By characters: half an emoji cannot be stored. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
