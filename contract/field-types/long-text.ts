import { fieldType } from './field-type.ts';
import { flag } from './setting.ts';
import { textSettings, textual } from './text.ts';

const isMonospace = flag('Monospace', 'All characters have the same width, as in code');

/** Several lines of text, such as a description or a script. */
export const longText = fieldType({ ...textual, label: 'Long text', settings: { ...textSettings, isMonospace } });
