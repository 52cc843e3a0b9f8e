const skipped = 'script, style, textarea, input, [translate="no"], .notranslate';

/** Texts that a translator replaces: those with letters that it has not written, outside of what is not to be translated. */
function textsIn(root: Node): Text[] {
  const walker = root.ownerDocument?.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker?.nextNode()) {
    const text = walker.currentNode as Text;
    if (/\p{L}/u.test(text.data) && !text.parentElement?.closest(`${skipped}, font`)) found.push(text);
  }
  return found;
}

/** A word of another language: `Save 3 items` is `‹Save 3 items›`. */
const translated = (text: string) => `‹${text}›`;

const fontOf = (content: Node) => {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.append(content);
  outer.append(inner);
  return outer;
};

/** How programs change the texts of a page, by what they do to a text. */
export const translators = {
  /** Chrome, Edge and the element of Google. */
  replaces: (text: Text) => text.replaceWith(fontOf(document.createTextNode(translated(text.data)))),
  insertsAndRemoves: (text: Text) => {
    text.before(fontOf(document.createTextNode(translated(text.data))));
    text.remove();
  },
  moves: (text: Text) => {
    const font = document.createElement('font');
    text.before(font);
    font.append(text);
    text.data = translated(text.data);
  },
  /** Firefox joins the texts around elements. */
  removes: (text: Text) => {
    const { parentNode } = text;
    text.remove();
    parentNode?.append(document.createTextNode(''));
  },
};

/** Translates a page. */
export function translate(root: Node, how: (text: Text) => void): void {
  for (const text of textsIn(root)) how(text);
}
