/** A mail ready to send: one recipient, the same content as text and as HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The transport for mails. */
export interface Mailer {
  /** Sends a mail; throws if it was not accepted. `id` stays the same for retries. */
  send(mail: Mail, id: string): Promise<void>;
  /** Throws if mails would not be accepted at the moment. */
  assertUsable(): Promise<void>;
  close(): void;
}

/**
 * A mail for nodemailer. The recipient is passed as one address: nodemailer would split a string such as
 * `x,y@example.org` into two.
 */
export const toMessage = ({ to, ...content }: Mail, from: string, id: string) => ({
  ...content,
  from,
  to: { name: '', address: to },
  messageId: `<${id}@glycograph>`,
});
