import { assertAddress } from './clinician-fields';

/** The address that a body names, even where it is not changed. Service accounts have none; clients send it empty. */
export function addressInBody(email: string): string {
  if (email !== '') assertAddress(email);
  return email;
}
