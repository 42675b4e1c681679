interface NetworkError {
  code?: unknown;
  /** What nodemailer has replaced with a code of its own. */
  originalCode?: unknown;
  name?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host was not found. Check its name.',
  EDNS: 'The host was not found. Check its name.',
  EAI_AGAIN: 'The host was not found, because no name server answered. Check its name and the network.',
  ECONNREFUSED: 'Nothing listens at this host and port. Start the server, or correct the address.',
  ECONNRESET: 'The server closed the connection. Check that the address is that of the right server.',
  ETIMEDOUT: 'There is no answer. Check the address, the network and firewalls.',
  EHOSTUNREACH: 'The host cannot be reached. Check the address, the network and firewalls.',
  ENETUNREACH: 'The host cannot be reached. Check the address, the network and firewalls.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired. Renew it there.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'The certificate of the server is signed by itself. Name its authority in NODE_EXTRA_CA_CERTS.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The authority of the certificate is unknown. Name it in NODE_EXTRA_CA_CERTS.',
};

const depth = 5;

/** What keeps a server from being reached and what mends it; undefined for other errors. */
export function networkFault(error: unknown, level = 0): string | undefined {
  if (typeof error !== 'object' || error === null || level > depth) return undefined;
  const { code, originalCode, cause, errors } = error as NetworkError;
  const known = sentences[String(code)] ?? sentences[String(originalCode)];
  if (known) return known;
  const inner: unknown[] = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return inner.map((each) => networkFault(each, level + 1)).find((sentence) => sentence !== undefined);
}
