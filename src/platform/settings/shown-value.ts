/** Settings whose values are secrets, or may be. */
const secret = /SECRET|TOKEN$|KEY$|PASSWORD|SALT$|APNS_|DEVICE_CHECK_KEY/;
const longest = 120;

/**
 * The value of a setting as messages for operators may show it: without control characters, cut if it is long, and with
 * `***` for passwords in addresses. Undefined for settings that are secrets.
 */
export function shownValue(name: string, value: string): string | undefined {
  if (secret.test(name)) return undefined;
  // The last @ before the path ends the credentials, because passwords may contain one.
  const open = value.replace(/^([a-z\d+.-]+:\/\/)[^/]*@/i, '$1***@').replace(/[?#].*$/, '');
  // eslint-disable-next-line no-control-regex
  const plain = open.replace(/[\u0000-\u001f\u007f]/g, ' ');
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}
