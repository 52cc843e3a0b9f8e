import { readXml } from './read-xml.ts';

/** Collects the text of a cell from its parts, without the readings of Japanese characters. */
export function createRichText() {
  let [text, isText, isReading] = ['', false, false];
  return {
    open: (name: string) => {
      if (name === 'rPh') isReading = true;
      else if (name === 't') isText = true;
    },
    add: (part: string) => {
      if (isText && !isReading) text += part;
    },
    close: (name: string) => {
      if (name === 'rPh') isReading = false;
      else if (name === 't') isText = false;
    },
    /** The text so far, which begins anew. */
    take: (): string => {
      const taken = unescapeText(text);
      text = '';
      return taken;
    },
  };
}

/** Excel writes characters that XML does not have as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The texts that cells refer to by number. */
export function readSharedTexts(bytes: Uint8Array): string[] {
  const texts: string[] = [];
  const rich = createRichText();
  readXml(bytes, {
    open: rich.open,
    text: rich.add,
    close: (name) => {
      rich.close(name);
      if (name === 'si') texts.push(rich.take());
    },
  });
  return texts;
}
