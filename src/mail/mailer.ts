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
  close(): void;
}
