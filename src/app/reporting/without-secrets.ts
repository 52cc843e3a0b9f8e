const email = /[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"'.,;:)]+/g;
/** The query or fragment of an address or path, with everything that may be a token in it. */
const query = /([^\s?#]*\/[^\s?#]*)[?#][^\s)'"]*/g;
/** Three parts of a JWT, and anything else that is long and has no words in it. */
const token = /\b(?:eyJ[\w-]+\.[\w-]+\.[\w-]+|(?=[\w-]*\d)[\w-]{32,})/g;

/** A text without addresses of people, without queries and without what may be a token. */
export const withoutSecrets = (text: string): string =>
  text.replaceAll(query, '$1').replaceAll(token, '[token]').replaceAll(email, '[email]');
