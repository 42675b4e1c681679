/** A mail ready to be sent: one recipient, the same content as text and as HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The way out for mails. */
export interface Mailer {
  /** Hands a mail over; throws when it was not taken. `id` is the same when a mail is tried again. */
  send(mail: Mail, id: string): Promise<void>;
  /** Throws when mails would not be taken at the moment. */
  assertUsable(): Promise<void>;
  close(): void;
}

/**
 * A mail as nodemailer takes it. The recipient goes there as one address: as text it would be taken apart, and an
 * address such as `x,y@example.org` would be two.
 */
export const toMessage = ({ to, ...content }: Mail, from: string, id: string) => ({
  ...content,
  from,
  to: { name: '', address: to },
  messageId: `<${id}@glycograph>`,
});
