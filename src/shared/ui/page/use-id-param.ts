import { useParams } from 'react-router-dom';

/** The id in a parameter of the page's URL; null for a text that is no id: such a page does not exist. */
export function useIdParam(name: string): number | null {
  const id = Number(useParams()[name]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
