/** The names of OAuth 2.0 Token Exchange (RFC 8693) that the server understands. */
export const tokenExchangeNames = {
  grant: 'urn:ietf:params:oauth:grant-type:token-exchange',
  /** The subject token is an OIDC id token of a trusted issuer. */
  idToken: 'urn:ietf:params:oauth:token-type:id_token',
  /** The subject token is a user's verified email address, sent with a service credential. */
  email: 'urn:quartermaster:params:oauth:token-type:email',
  /** The type of the issued token. */
  accessToken: 'urn:ietf:params:oauth:token-type:access_token',
} as const;
