/** Settings whose values are secrets, or may be. */
const secret = /SECRET|TOKEN$|KEY$|PASSWORD|SALT$|APNS_|DEVICE_CHECK_KEY/;
const longest = 120;

/** Addresses of files have no log-in. */
const ofFile = /^(sqlite|file):/;

/**
 * An address with `***` for all before its last @. Who writes a password with a slash or a question mark into an address
 * makes an invalid one, or another one: its parts tell nothing.
 */
const withoutLogIn = (address: string): string =>
  ofFile.test(address) ? address : address.replace(/^([a-z\d+.-]+:(?:\/\/)?)?.*@/is, '$1***@');

/**
 * The value of a setting as messages for operators may show it: without control characters, cut if it is long, and with
 * `***` for passwords in addresses. Undefined for settings that are secrets.
 */
export function shownValue(name: string, value: string): string | undefined {
  if (secret.test(name)) return undefined;
  const isAddress = name.endsWith('_URL') || value.includes('://');
  const open = (isAddress ? withoutLogIn(value) : value).replace(/[?#].*$/, '');
  // eslint-disable-next-line no-control-regex
  const plain = open.replace(/[\u0000-\u001f\u007f]/g, ' ');
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}
