import { assertAddress } from './clinician-fields';

/** The address in a body, even if unchanged. Service accounts have none; clients send it empty. */
export function addressInBody(email: string): string {
  if (email !== '') assertAddress(email);
  return email;
}
