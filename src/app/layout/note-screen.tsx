import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useApp } from '../context/app-context.ts';

/** Records the location whose page has been rendered. Render it next to the pages. */
export function NoteScreen() {
  const { noteScreen } = useApp();
  const { key } = useLocation();
  useEffect(() => noteScreen(key), [noteScreen, key]);
  return null;
}
