const email = /[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"'.,;:)]+/g;
/** The query or fragment of a URL or path; it may contain a token. */
const query = /([^\s?#]*\/[^\s?#]*)[?#][^\s)'"]*/g;
/** A JWT, or any other long string with a digit and no word breaks. */
const token = /\b(?:eyJ[\w-]+\.[\w-]+\.[\w-]+|(?=[\w-]*\d)[\w-]{32,})/g;

/** Removes email addresses, queries and possible tokens from a text. */
export const withoutSecrets = (text: string): string =>
  text.replaceAll(query, '$1').replaceAll(token, '[token]').replaceAll(email, '[email]');
