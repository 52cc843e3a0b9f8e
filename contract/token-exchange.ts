/** The names of OAuth 2.0 Token Exchange (RFC 8693) that the server understands. */
export const tokenExchangeNames = {
  grant: 'urn:ietf:params:oauth:grant-type:token-exchange',
  /** What is given is an OIDC id token of a trusted issuer. */
  idToken: 'urn:ietf:params:oauth:token-type:id_token',
  /** What is given is the verified email address of a person, by whom holds a service credential. */
  email: 'urn:quartermaster:params:oauth:token-type:email',
  /** What is issued. */
  accessToken: 'urn:ietf:params:oauth:token-type:access_token',
} as const;
