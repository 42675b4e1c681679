/** How the answer of authorize travels: in the query or the fragment of the redirect, or as a form that is posted. */
export const responseModes = ['query', 'fragment', 'form_post'] as const;

export type ResponseMode = (typeof responseModes)[number];

/** Where the answer of authorize goes. */
export interface AnswerTarget {
  redirectUri: string;
  responseMode: ResponseMode;
  state?: string;
}

/** What a client asks for at authorize, checked. */
export interface AuthorizationRequest extends AnswerTarget {
  clientId: string;
  /** What would be granted, joined by blanks. */
  scope: string;
  nonce?: string;
  /** SHA-256 of the verifier, base64url (RFC 7636). */
  codeChallenge?: string;
  loginHint?: string;
}
