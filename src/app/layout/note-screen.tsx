import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useApp } from '../context/app-context.ts';

/** Notes the location whose page has been rendered. To be rendered beside the pages. */
export function NoteScreen() {
  const { noteScreen } = useApp();
  const { key } = useLocation();
  useEffect(() => noteScreen(key), [noteScreen, key]);
  return null;
}
